/**
 * What the parameters of each message have to look like. Whatever comes from outside is checked here, once; the
 * handlers rely on it.
 */
import {
  ANALYSE_LONGER,
  ANALYSE_NOW,
  ANALYSE_WORKSPACE,
  DETAIL_REQUEST,
  GENERATE_TEST,
  REACH,
  REACH_REQUEST,
  SHOW_DETAIL,
  TEST_REQUEST,
  WATCH_REQUEST,
  WORKSPACE_REQUEST,
} from './protocol.ts';

/** What is wrong with a value, beginning with the part that is; null: nothing. */
type Shape = (value: unknown, name: string) => string | null;

const string: Shape = (value, name) => (typeof value === 'string' ? null : `${name} is not a string`);
const boolean: Shape = (value, name) => (typeof value === 'boolean' ? null : `${name} is not a boolean`);
const integer: Shape = (value, name) => (Number.isSafeInteger(value) ? null : `${name} is not an integer`);
const natural: Shape = (value, name) =>
  Number.isSafeInteger(value) && Number(value) >= 0 ? null : `${name} is not a natural number`;
const anything: Shape = () => null;

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** An object with these members; names that end with `?` may be missing, or null. */
function object(members: Readonly<Record<string, Shape>>): Shape {
  const entries = Object.entries(members).map(([key, shape]) =>
    key.endsWith('?') ? { key: key.slice(0, -1), optional: true, shape } : { key, optional: false, shape },
  );
  return (value, name) => {
    if (!isRecord(value)) return `${name} is not an object`;
    for (const { key, optional, shape } of entries) {
      const member = value[key];
      const wrong = optional && (member === undefined || member === null) ? null : shape(member, `${name}.${key}`);
      if (wrong !== null) return wrong;
    }
    return null;
  };
}

/** An object with any names. */
function record(of: Shape): Shape {
  return (value, name) => {
    if (!isRecord(value)) return `${name} is not an object`;
    for (const [key, member] of Object.entries(value)) {
      const wrong = of(member, `${name}.${key}`);
      if (wrong !== null) return wrong;
    }
    return null;
  };
}

function list(of: Shape): Shape {
  return (value, name) => {
    if (!Array.isArray(value)) return `${name} is not a list`;
    for (const [index, element] of (value as readonly unknown[]).entries()) {
      const wrong = of(element, `${name}[${index}]`);
      if (wrong !== null) return wrong;
    }
    return null;
  };
}

function either(a: Shape, b: Shape): Shape {
  return (value, name) => (b(value, name) === null ? null : a(value, name));
}

const position = object({ line: natural, character: natural });
const range = object({ start: position, end: position });
const identifier = object({ uri: string });
const place = object({ uri: string, position });

const command: Shape = (value, name) => {
  const wrong = object({ command: string, 'arguments?': list(anything) })(value, name);
  if (wrong !== null) return wrong;
  const { command: called, arguments: given } = value as {
    readonly command: string;
    readonly arguments?: readonly unknown[] | null;
  };
  const [uri, at] = given ?? [];
  switch (called) {
    case ANALYSE_NOW:
      return uri === undefined || uri === null ? null : string(uri, `${name}.arguments[0]`);
    case ANALYSE_WORKSPACE:
      return null;
    case ANALYSE_LONGER:
      return string(uri, `${name}.arguments[0]`);
    case SHOW_DETAIL:
    case REACH:
    case GENERATE_TEST:
      return string(uri, `${name}.arguments[0]`) ?? position(at, `${name}.arguments[1]`);
    default:
      return `there is no command ${JSON.stringify(called.slice(0, 80))}`;
  }
};

/** By method. A method that isn't here has no handler, or may have any parameters. */
const SHAPES: ReadonlyMap<string, Shape> = new Map(
  Object.entries({
    initialize: object({ capabilities: object({}) }),
    '$/cancelRequest': object({ id: either(integer, string) }),
    '$/setTrace': object({ value: string }),
    '$/progress': object({ token: either(integer, string) }),
    'window/workDoneProgress/cancel': object({ token: either(integer, string) }),
    'workspace/didChangeConfiguration': object({}),
    'workspace/didChangeWatchedFiles': object({ changes: list(object({ uri: string, type: integer })) }),
    'workspace/didChangeWorkspaceFolders': object({
      event: object({ added: list(identifier), removed: list(identifier) }),
    }),
    'workspace/executeCommand': command,
    'textDocument/didOpen': object({
      textDocument: object({ uri: string, languageId: string, version: integer, text: string }),
    }),
    'textDocument/didChange': object({
      textDocument: object({ uri: string, version: integer }),
      contentChanges: list(object({ text: string, 'range?': range })),
    }),
    'textDocument/didSave': object({ textDocument: identifier }),
    'textDocument/didClose': object({ textDocument: identifier }),
    'textDocument/hover': object({ textDocument: identifier, position }),
    'textDocument/codeLens': object({ textDocument: identifier }),
    'textDocument/inlayHint': object({ textDocument: identifier, range }),
    'textDocument/codeAction': object({
      textDocument: identifier,
      range,
      context: object({ diagnostics: list(object({ range })), 'only?': list(string) }),
    }),
    [DETAIL_REQUEST]: place,
    [REACH_REQUEST]: place,
    [TEST_REQUEST]: place,
    [WORKSPACE_REQUEST]: object({ keptOnly: boolean }),
    [WATCH_REQUEST]: object({ uri: string, position, 'inputs?': record(string) }),
  }),
);

/** What is wrong with the parameters of a message; null: nothing. */
export function wrongParameters(method: string, params: unknown): string | null {
  return SHAPES.get(method)?.(params, 'params') ?? null;
}
