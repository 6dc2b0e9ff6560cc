/**
 * What the functions of POSIX do, and those that Linux and the BSDs add to its headers. `library-signature.ts` reads
 * the rows. Functions that let others run or wait for them (locks, signals, threads, callbacks) are missing or marked.
 * They may change all that others can reach.
 */

/** `unistd.h`, `fcntl.h`, `sys/uio.h`. */
const FILES = `
ssize_t read(int, out, size_t) = -1..#2
ssize_t pread|pread64(int, out, size_t, any) = -1..#2
ssize_t write(int, in, size_t) = -1..#2
ssize_t pwrite|pwrite64(int, in, size_t, any) = -1..#2
ssize_t readv(int, deep, int) = -1..max
ssize_t writev(int, in, int) = -1..max
off_t lseek|lseek64(int, any, int)
int open|open64(in, int, ...) = -1..max
int openat|openat64(int, in, int, ...) = -1..max
int creat|creat64(in, any) = -1..max
int close(int) = -1..0
int dup(int) = -1..max
int dup2(int, int) = -1..max
int dup3(int, int, int) = -1..max
int pipe(out) = -1..0
int pipe2(out, int) = -1..0
int fcntl(int, int, ...out)
int flock(int, int) = -1..0
int lockf(int, int, any) = -1..0
int isatty(int) = 0..1
int unlink|rmdir|chdir|chroot(in) = -1..0
int link|symlink(in, in) = -1..0
int access|euidaccess|eaccess(in, int) = -1..0
int faccessat(int, in, int, int) = -1..0
int fchdir|fsync|fdatasync|syncfs(int) = -1..0
int truncate|truncate64(in, any) = -1..0
int ftruncate|ftruncate64(int, any) = -1..0
int chown|lchown(in, any, any) = -1..0
int fchown(int, any, any) = -1..0
int fchownat(int, in, any, any, int) = -1..0
ssize_t readlink(in, out, size_t) = -1..#2
ssize_t readlinkat(int, in, out, size_t) = -1..#3
int symlinkat(in, int, in) = -1..0
int linkat(int, in, int, in, int) = -1..0
int unlinkat(int, in, int) = -1..0
int renameat(int, in, int, in) = -1..0
int renameat2(int, in, int, in, any) = -1..0
int posix_fadvise|posix_fadvise64(int, any, any, int)
int posix_fallocate|posix_fallocate64(int, any, any)
int fallocate(int, int, any, any) = -1..0
ssize_t copy_file_range(int, out, int, out, size_t, any) = -1..#4
ssize_t sendfile(int, int, out, size_t) = -1..#3
ssize_t splice(int, out, int, out, size_t, any) = -1..#4
void sync()
ptr getcwd(out+, size_t)
ptr get_current_dir_name()
`;

/** `unistd.h`, `sys/wait.h`, `sys/resource.h`: processes and who runs them. */
const PROCESSES = `
pid_t getpid|getppid() = 0..max
pid_t getpgrp()
pid_t getpgid|getsid(any) = -1..max
pid_t setsid() = -1..max
int setpgid(any, any) = -1..0
uid_t getuid|geteuid()
gid_t getgid|getegid()
int setuid|seteuid|setgid|setegid(any) = -1..0
int setreuid|setregid(any, any) = -1..0
int setresuid|setresgid(any, any, any) = -1..0
int getresuid|getresgid(out, out, out) = -1..0
int getgroups(int, out) = -1..max
int setgroups(size_t, in) = -1..0
int initgroups(in, any) = -1..0
ptr-own getlogin()
int getlogin_r(out, size_t)
ptr-own ttyname(int)
int ttyname_r(int, out, size_t)
ptr ctermid(out+)
int gethostname|getdomainname(out, size_t) = -1..0
int sethostname(in, size_t) = -1..0
unsigned int sleep(any) = 0..#0
int usleep(any) = -1..0
unsigned int alarm(any)
int execv|execvp(in, in) = -1..-1
int execve|execvpe(in, in, in) = -1..-1
int execl|execlp|execle(in, in, ...) = -1..-1
!pid_t fork() = -1..max
pid_t wait(out) = -1..max
pid_t waitpid(any, out, int) = -1..max
pid_t wait3(out, int, out) = -1..max
pid_t wait4(any, out, int, out) = -1..max
int waitid(any, any, out, int) = -1..0
long sysconf(int)
long pathconf(in, int)
long fpathconf(int, int)
size_t confstr(int, out, size_t)
int nice(int)
int getpagesize() = 0..max
int daemon(int, int) = -1..0
int getentropy(out, size_t) = -1..0
ssize_t getrandom(out, size_t, any) = -1..#1
int getrlimit|getrlimit64(any, out) = -1..0
int setrlimit(any, in) = -1..0
int getrusage(any, out) = -1..0
int getpriority(any, any)
int setpriority(any, any, int) = -1..0
int uname(out)
int sysinfo(out) = -1..0
int sched_yield() = -1..0
int sched_getaffinity(any, size_t, out)
int sched_setaffinity(any, size_t, in)
int getopt(int, out+, in) sets optarg optind opterr optopt
int getopt_long|getopt_long_only(int, out+, in, out+, out) sets optarg optind opterr optopt
pid_t tcgetpgrp(int)
int tcsetpgrp(int, any) = -1..0
int tcgetattr(int, out) = -1..0
int tcsetattr(int, int, in) = -1..0
int tcflush|tcflow|tcsendbreak(int, int) = -1..0
int tcdrain(int) = -1..0
any cfgetispeed|cfgetospeed(in)
int cfsetispeed|cfsetospeed|cfsetspeed(out, any)
void cfmakeraw(out)
`;

/** `sys/stat.h`, `sys/statvfs.h`, `dirent.h`, `fnmatch.h`. */
const DIRECTORIES = `
int stat|lstat|stat64|lstat64(in, out) = -1..0
int fstat|fstat64(int, out) = -1..0
int fstatat|fstatat64(int, in, out, int) = -1..0
int chmod(in, any) = -1..0
int fchmod(int, any) = -1..0
int fchmodat(int, in, any, int) = -1..0
int mkdir|mkfifo(in, any) = -1..0
int mkdirat|mkfifoat(int, in, any) = -1..0
int mknod(in, any, any) = -1..0
int mknodat(int, in, any, any) = -1..0
mode_t umask(any)
int statvfs|statfs|statvfs64|statfs64(in, out) = -1..0
int fstatvfs|fstatfs|fstatvfs64|fstatfs64(int, out) = -1..0
ptr opendir(in)
ptr fdopendir(int)
ptr-own readdir|readdir64(in)
int readdir_r(in, out+, out)
int closedir(in) = -1..0
void rewinddir(in)
void seekdir(in, long)
long telldir(in)
int dirfd(in) = -1..max
int alphasort|versionsort(in, in)
int fnmatch(in, in, int)
void globfree|wordfree|regfree(out)
int wordexp(in, out, int)
int regcomp(out, in, int)
int regexec(in, in, size_t, out, int)
size_t regerror(int, in, out, size_t)
`;

/**
 * `sys/socket.h`, `netdb.h`, `arpa/inet.h`, `poll.h`, `sys/select.h`. With `MSG_TRUNC` Linux' `recv` tells of more than
 * it was given room for.
 */
const NETWORK = `
int socket(int, int, int) = -1..max
int socketpair(int, int, int, out) = -1..0
int bind|connect(int, in, any) = -1..0
int listen|shutdown(int, int) = -1..0
int accept(int, out, out) = -1..max
int accept4(int, out, out, int) = -1..max
ssize_t send(int, in, size_t, int) = -1..#2
ssize_t sendto(int, in, size_t, int, in, any) = -1..#2
ssize_t sendmsg(int, in, int) = -1..max
ssize_t recv(int, out, size_t, int) = -1..max
ssize_t recvfrom(int, out, size_t, int, out, out) = -1..max
ssize_t recvmsg(int, deep, int) = -1..max
int getsockopt(int, int, int, out, out) = -1..0
int setsockopt(int, int, int, in, any) = -1..0
int getsockname|getpeername(int, out, out) = -1..0
int sockatmark(int) = -1..1
ptr-own gethostbyname(in) sets h_errno
ptr-own gethostbyname2(in, int) sets h_errno
ptr-own gethostbyaddr(in, any, int) sets h_errno
ptr-own getservbyname(in, in)
ptr-own getservbyport(int, in)
ptr-own getprotobyname(in)
ptr-own getprotobynumber(int)
int getaddrinfo(in, in, in, out) sets h_errno
void freeaddrinfo(in)
int getnameinfo(in, any, out, any, out, any, int)
ptr-own gai_strerror|hstrerror(int)
void herror(in)
any inet_addr|inet_network(in)
ptr-own inet_ntoa(any)
int inet_aton(in, out)
int inet_pton(int, in, out) = -1..1
ptr inet_ntop(int, in, out+, any)
uint16_t htons|ntohs(any)
uint32_t htonl|ntohl(any)
unsigned int if_nametoindex(in)
ptr if_indextoname(any, out+)
int getifaddrs(out) = -1..0
void freeifaddrs(in)
int poll(out, any, int) = -1..#1
int ppoll(out, any, in, in) = -1..#1
int select(int, out, out, out, out) = -1..max
int pselect(int, out, out, out, in, in) = -1..max
int epoll_create|epoll_create1(int) = -1..max
int epoll_ctl(int, int, int, in) = -1..0
int epoll_wait(int, out, int, int) = -1..#2
int eventfd|timerfd_create(any, int) = -1..max
int inotify_init() = -1..max
int inotify_init1(int) = -1..max
int inotify_add_watch(int, in, any) = -1..max
`;

/**
 * `signal.h`, `pthread.h`, `semaphore.h`: functions that only look at or set up an object, so that no other thread
 * runs.
 */
const SIGNALS_AND_THREADS = `
int sigemptyset|sigfillset(out) = -1..0
int sigaddset|sigdelset(out, int) = -1..0
int sigismember(in, int) = -1..1
int pthread_mutex_init|pthread_cond_init|pthread_rwlock_init(out, in)
int pthread_mutex_destroy|pthread_cond_destroy|pthread_rwlock_destroy(out)
int pthread_mutex_unlock|pthread_rwlock_unlock|pthread_spin_unlock(out)
int pthread_cond_signal|pthread_cond_broadcast|pthread_spin_destroy(out)
int pthread_attr_init|pthread_attr_destroy|pthread_mutexattr_init(out)
int pthread_mutexattr_destroy|pthread_condattr_init|pthread_condattr_destroy(out)
int pthread_attr_setdetachstate|pthread_mutexattr_settype|pthread_mutexattr_setpshared(out, any)
int pthread_condattr_setpshared|pthread_condattr_setclock(out, any)
int pthread_attr_setstacksize(out, size_t)
int pthread_attr_getstacksize|pthread_attr_getdetachstate(in, out)
any pthread_self()
int pthread_equal(any, any)
int pthread_key_create(out, fn)
int pthread_setspecific(any, in+)
int sem_init(out, int, any) = -1..0
int sem_post|sem_destroy(out) = -1..0
int sem_getvalue(in, out) = -1..0
`;

/** `pwd.h`, `grp.h`, `syslog.h`, `iconv.h`, `sys/mman.h`, `dlfcn.h`, `err.h`, `error.h`. */
const OTHERS = `
ptr-own getpwnam|getgrnam|getspnam(in)
ptr-own getpwuid|getgrgid(any)
ptr-own getpwent|getgrent()
void setpwent|endpwent|setgrent|endgrent()
int getpwnam_r|getgrnam_r(in, out+, out+, size_t, out)
int getpwuid_r|getgrgid_r(any, out+, out+, size_t, out)
void syslog(int, format, ...)
void vsyslog(int, in, any)
void openlog(in+, int, int)
void closelog()
int setlogmask(int)
ptr iconv_open(in, in)
size_t iconv(any, deep, out, deep, out)
int iconv_close(any) = -1..0
int mprotect(in, size_t, int) = -1..0
int munmap|mlock|munlock(in, size_t) = -1..0
ptr dlsym(any, in)
ptr-own dlerror()
void warn|warnx(format, ...)
void vwarn|vwarnx(in, any)
void error(int, int, format, ...) sets error_message_count
unsigned int major|minor|gnu_dev_major|gnu_dev_minor(any)
dev_t makedev|gnu_dev_makedev(any, any)
`;

export const POSIX_ROWS: readonly string[] = [FILES, PROCESSES, DIRECTORIES, NETWORK, SIGNALS_AND_THREADS, OTHERS];
