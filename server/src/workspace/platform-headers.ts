/**
 * Headers that come with the machine: those of C and POSIX are no project's own, those of Linux and other systems are none
 * that it asks for as `<name>`.
 */

const FOLDERS = new Set(
  `sys net netinet netpacket arpa rpc rpcsvc bits gnu asm asm-generic linux mach machine libkern xen scsi mtd drm
  protocols X11 Carbon CoreFoundation Security`.split(/\s+/),
);

const namesOf = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/).map((name) => `${name}.h`));

/** Of C and POSIX, but for names that many programs have. */
const STANDARD = namesOf(
  `assert complex ctype errno fenv float inttypes iso646 limits locale math setjmp signal stdalign stdarg stdatomic
  stdbit stdbool stdckdint stddef stdint stdio stdlib stdnoreturn string tgmath threads time uchar wchar wctype
  aio cpio devctl dirent dlfcn endian fcntl fmtmsg fnmatch ftw glob grp iconv langinfo libgen libintl monetary mqueue
  ndbm netdb nl_types poll pthread pwd regex sched semaphore spawn strings stropts syslog tar termios
  ulimit unistd utime utmpx wordexp`,
);

/** Of one system or another, or seldom used: a program may have one of that name, which it asks for in quotes. */
const OTHERS = namesOf(
  `aliases alloca ar argp argz byteswap crypt elf envz err error execinfo fstab fts features getopt gshadow ifaddrs
  ieee754 lastlog libio link malloc mcheck memory mntent nss obstack paths printf pty resolv search sgtty shadow stab
  syscall sysexits termio thread_db trace ttyent ucontext utmp values varargs wait re_comp bsdtty libutil util
  curses ncurses term termcap readline
  windows winsock winsock2 ws2tcpip winbase windef winerror winioctl winnls winnt wincrypt winuser io conio direct
  dos process share tchar crtdbg intrin immintrin emmintrin xmmintrin tmmintrin smmintrin nmmintrin wmmintrin
  ammintrin pmmintrin x86intrin arm_neon arm_acle altivec cpuid`,
);

/** BSD's lists and trees: not every system has them, and programs bring a copy. */
const BROUGHT_ALONG = new Set(['sys/queue.h', 'sys/tree.h']);

/** `quoted`: it is asked for as `"name"`, which a program does for headers of its own. */
export function isPlatformHeader(name: string, quoted: boolean): boolean {
  if (BROUGHT_ALONG.has(name)) return false;
  const [folder = '', ...within] = name.split(/[\\/]/);
  return within.length > 0 ? FOLDERS.has(folder) : STANDARD.has(name) || (!quoted && OTHERS.has(name));
}
