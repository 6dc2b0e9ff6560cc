/** The bytes of a file as text. */

/** UTF-8 or UTF-16 by the byte order mark, UTF-8 where it is valid, Latin-1 otherwise. */
export function decode(bytes: Uint8Array): string {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (buffer[0] === 0xff && buffer[1] === 0xfe) return buffer.subarray(2).toString('utf16le');
  if (buffer[0] === 0xfe && buffer[1] === 0xff) return bigEndian(buffer.subarray(2));
  try {
    // Drops a byte order mark.
    return new TextDecoder('utf-8', { fatal: true }).decode(buffer);
  } catch {
    return buffer.toString('latin1');
  }
}

function bigEndian(bytes: Buffer): string {
  return Buffer.from(bytes.subarray(0, bytes.length - (bytes.length % 2)))
    .swap16()
    .toString('utf16le');
}

/**
 * The editor's protocol counts a lone carriage return as the end of a line and a byte order mark as a character. The C
 * front end need not know. Lengths and thereby positions stay the same.
 */
export function editorLines(source: string): string {
  return source.replace(/^\uFEFF/, ' ').replace(/\r(?!\n)/g, '\n');
}
