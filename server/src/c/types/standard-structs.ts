/**
 * Structs of C's and POSIX's headers, by the headers that declare them: the machine's own aren't read. Members as
 * POSIX.1-2017 has them (XBD, 13), of the types that Linux gives them. Those that only macros name are left out:
 * `st_mtime`, `sa_handler`.
 */

/** The members of a struct, as they are declared. */
export interface StandardStruct {
  readonly members: readonly {
    /** `char`, `struct in_addr`. */
    readonly type: string;
    /** So many `*` stand behind it. */
    readonly pointers: number;
    /** They are arrays; null: how long is for each system to say. */
    readonly length?: bigint | null;
    readonly names: readonly string[];
    /** They lie in the same bytes as the others that do. */
    readonly inUnion: boolean;
  }[];
  /** There are no others anywhere, and they stand in this order. */
  readonly closed: boolean;
}

const SOCKETS = 'sys/socket.h netinet/in.h netdb.h arpa/inet.h net/if.h ifaddrs.h sys/un.h resolv.h';
const INTERNET = 'netinet/in.h netdb.h arpa/inet.h resolv.h netinet/ip.h netinet/tcp.h netinet/udp.h';
const TIMES = 'time.h sys/time.h sys/select.h sys/types.h sys/stat.h sys/resource.h pthread.h sched.h signal.h';

/** Headers, then structs. A name without `struct` is a `typedef`; `...`: others may have more members. */
const TABLE: readonly (readonly [string, string])[] = [
  [
    'time.h sys/time.h pthread.h sched.h',
    'struct tm: int tm_sec tm_min tm_hour tm_mday tm_mon tm_year tm_wday tm_yday tm_isdst; ...',
  ],
  [TIMES, 'struct timespec: time_t tv_sec; long tv_nsec'],
  [`${TIMES} utmp.h utmpx.h`, 'struct timeval: time_t tv_sec; suseconds_t tv_usec'],
  [
    'sys/time.h',
    `struct itimerval: struct timeval it_interval it_value
     struct timezone: int tz_minuteswest tz_dsttime`,
  ],
  ['time.h sys/timerfd.h', 'struct itimerspec: struct timespec it_interval it_value'],
  ['sys/times.h', 'struct tms: clock_t tms_utime tms_stime tms_cutime tms_cstime; ...'],
  [
    'sys/resource.h sys/wait.h',
    `struct rlimit: rlim_t rlim_cur rlim_max
     struct rusage: struct timeval ru_utime ru_stime; ...`,
  ],
  ['utime.h', 'struct utimbuf: time_t actime modtime'],
  [
    'sys/stat.h fcntl.h ftw.h fts.h',
    'struct stat: dev_t st_dev st_rdev; ino_t st_ino; mode_t st_mode; uid_t st_uid; gid_t st_gid; off_t st_size; ...',
  ],
  ['fcntl.h', 'struct flock: short l_type l_whence; off_t l_start l_len; pid_t l_pid; ...'],
  ['dirent.h', 'struct dirent: ino_t d_ino; char [] d_name; u_char d_type; ...'],
  ['pwd.h', 'struct passwd: char * pw_name pw_passwd pw_gecos pw_dir pw_shell; uid_t pw_uid; gid_t pw_gid; ...'],
  ['grp.h', 'struct group: char * gr_name gr_passwd; gid_t gr_gid; char ** gr_mem; ...'],
  ['shadow.h', 'struct spwd: char * sp_namp sp_pwdp; long sp_lstchg sp_min sp_max sp_warn sp_inact sp_expire; ...'],
  ['poll.h sys/poll.h', 'struct pollfd: int fd; short events revents'],
  [`sys/uio.h ${SOCKETS}`, 'struct iovec: void * iov_base; size_t iov_len'],
  [
    SOCKETS,
    `struct sockaddr: sa_family_t sa_family; char [14] sa_data
     struct sockaddr_storage: sa_family_t ss_family; ...
     struct linger: int l_onoff l_linger
     struct msghdr: void * msg_name; socklen_t msg_namelen; struct iovec * msg_iov; void * msg_control; int msg_flags; ...
     struct cmsghdr: int cmsg_level cmsg_type; ...`,
  ],
  ['sys/un.h', 'struct sockaddr_un: sa_family_t sun_family; char [] sun_path; ...'],
  [
    INTERNET,
    `struct in_addr: in_addr_t s_addr
     struct in6_addr: union uint8_t [16] s6_addr; union uint16_t [8] s6_addr16; union uint32_t [4] s6_addr32
     struct sockaddr_in: sa_family_t sin_family; in_port_t sin_port; struct in_addr sin_addr; u_char [8] sin_zero
     struct sockaddr_in6: sa_family_t sin6_family; in_port_t sin6_port; uint32_t sin6_flowinfo;
       struct in6_addr sin6_addr; uint32_t sin6_scope_id`,
  ],
  [
    'netdb.h',
    `struct addrinfo: int ai_flags ai_family ai_socktype ai_protocol; socklen_t ai_addrlen; struct sockaddr * ai_addr;
       char * ai_canonname; struct addrinfo * ai_next; ...
     struct hostent: char * h_name; char ** h_aliases h_addr_list; int h_addrtype h_length; ...
     struct netent: char * n_name; char ** n_aliases; int n_addrtype; uint32_t n_net; ...
     struct protoent: char * p_name; char ** p_aliases; int p_proto; ...
     struct servent: char * s_name; char ** s_aliases; int s_port; char * s_proto; ...`,
  ],
  ['termios.h', 'struct termios: tcflag_t c_iflag c_oflag c_cflag c_lflag; cc_t [] c_cc; ...'],
  ['sys/ioctl.h termios.h', 'struct winsize: u_short ws_row ws_col ws_xpixel ws_ypixel'],
  ['sys/utsname.h', 'struct utsname: char [] sysname nodename release version machine; ...'],
  ['getopt.h', 'struct option: char * name; int has_arg; int * flag; int val'],
  ['locale.h', 'struct lconv: char * decimal_point thousands_sep grouping int_curr_symbol currency_symbol; ...'],
  ['sys/sem.h', 'struct sembuf: u_short sem_num; short sem_op sem_flg; ...'],
  ['sched.h pthread.h', 'struct sched_param: int sched_priority; ...'],
  ['stdlib.h', 'div_t: int quot rem; ...\n ldiv_t: long quot rem; ...'],
  ['regex.h', 'regmatch_t: regoff_t rm_so rm_eo; ...\n regex_t: size_t re_nsub; ...'],
  ['glob.h', 'glob_t: size_t gl_pathc gl_offs; char ** gl_pathv; ...'],
  ['wordexp.h', 'wordexp_t: size_t we_wordc we_offs; char ** we_wordv; ...'],
];

/** What a system without POSIX has of it, too. */
const OF_C: ReadonlySet<string> = new Set(['struct tm', 'struct timespec', 'struct lconv', 'div_t', 'ldiv_t']);

interface Declared {
  readonly headers: ReadonlySet<string>;
  readonly struct: StandardStruct;
}

const STRUCTS: ReadonlyMap<string, Declared> = new Map(
  TABLE.flatMap(([headers, text]) =>
    text
      .split(/\n\s*(?=(?:struct )?\w+:)/)
      .map(
        (line) =>
          [
            line.slice(0, line.indexOf(':')).trim(),
            { headers: new Set(headers.split(' ')), struct: parsed(line) },
          ] as const,
      ),
  ),
);

function parsed(line: string): StandardStruct {
  const parts = line
    .slice(line.indexOf(':') + 1)
    .split(';')
    .map((part) => part.trim());
  const declared = parts.filter((part) => part !== '...');
  return { members: declared.map(membersOf), closed: declared.length === parts.length };
}

function membersOf(text: string): StandardStruct['members'][number] {
  const form = /^(union )?((?:struct )?\w+)(?: (\*+)| \[(\d*)\])? (.*)$/s;
  const [, union, type = '', pointers = '', length, names = ''] = form.exec(text) ?? [];
  return {
    type,
    pointers: pointers.length,
    ...(length !== undefined && { length: length === '' ? null : BigInt(length) }),
    names: names.split(/\s+/),
    inUnion: union !== undefined,
  };
}

/** The structs that headers declare which a file includes; `others`: on a system whose library is another one. */
export function standardStructs(included: ReadonlySet<string>, others: boolean): ReadonlyMap<string, StandardStruct> {
  const found = [...STRUCTS].filter(
    ([name, { headers }]) => (!others || OF_C.has(name)) && [...headers].some((header) => included.has(header)),
  );
  return new Map(found.map(([name, { struct }]) => [name, struct]));
}
