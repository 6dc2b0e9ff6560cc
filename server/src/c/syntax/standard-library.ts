/**
 * What the functions of C's standard library do, and of GNU's and BSD's additions to its headers.
 * `library-signature.ts` reads the rows. Ranges are what C promises or, where it leaves a choice (`EOF`, `RAND_MAX`),
 * what all implementations make of it.
 */

/** `string.h`, `strings.h`. */
const STRINGS = `
first memcpy|memmove|mempcpy(out!, in!, size_t) sets nothing
first memset(out!, int, size_t) sets nothing
first memchr|memrchr(in!, int, size_t) sets nothing
first rawmemchr(in!, int) sets nothing
first memmem(in, size_t, in, size_t) sets nothing
first memccpy(out, in, int, size_t) sets nothing
int memcmp|bcmp|timingsafe_bcmp|timingsafe_memcmp(in!, in!, size_t) sets nothing
first strcpy|stpcpy|strcat(out!, in!) sets nothing
first strncpy|stpncpy|strncat(out!, in!, size_t) sets nothing
size_t strlcpy|strlcat(out, in, size_t) sets nothing
int strcmp|strcasecmp(in!, in!) sets nothing
int strcoll(in!, in!)
int strncmp|strncasecmp(in!, in!, size_t) sets nothing
int strcasecmp_l|strcoll_l(in, in, any)
int strncasecmp_l(in, in, size_t, any)
first strchr|strrchr|strchrnul|index|rindex(in!, int) sets nothing
first strstr|strcasestr|strpbrk(in!, in!) sets nothing
first strnstr(in, in, size_t) sets nothing
size_t strspn|strcspn(in!, in!) = 0..half sets nothing
size_t strlen(in!) = 0..half sets nothing
size_t strnlen(in!, size_t) = 0..#1 sets nothing
ptr strdup|strdupa(in!)
ptr strndup|strndupa(in!, size_t)
size_t strxfrm(out, in, size_t)
ptr-own strerror|strsignal|strerrorname_np|strerrordesc_np|sigabbrev_np(int)
any strerror_r(int, out+, size_t)
!ptr strtok|strsep(out+, in)
!ptr strtok_r(out+, in, out+)
void bcopy(in, out, size_t) sets nothing
void bzero(out!, size_t) sets nothing
void explicit_bzero(out, size_t) sets nothing
int ffs(int) = 0..32 sets nothing
int ffsl(long) = 0..64 sets nothing
int ffsll(long long) = 0..64 sets nothing
void swab(in, out, ssize_t) sets nothing
ptr basename|dirname(out+)
`;

/** `wchar.h`, `wctype.h`, `uchar.h`. */
const WIDE_STRINGS = `
size_t wcslen(in) = 0..half
size_t wcsnlen(in, size_t) = 0..#1
int wcscmp|wcscoll|wcscasecmp(in, in)
int wcsncmp|wcsncasecmp|wmemcmp(in, in, size_t)
first wcschr|wcsrchr|wcschrnul(in, any)
first wcsstr|wcspbrk(in, in)
size_t wcsspn|wcscspn(in, in) = 0..half
first wmemchr(in, any, size_t)
first wmemcpy|wmemmove|wmempcpy|wcsncpy|wcsncat|wcpncpy(out, in, size_t)
first wmemset(out, any, size_t)
first wcscpy|wcscat|wcpcpy(out, in)
ptr wcsdup(in)
long wcstol(in+, out, int)
long long wcstoll(in+, out, int)
unsigned long wcstoul(in+, out, int)
unsigned long long wcstoull(in+, out, int)
intmax_t wcstoimax(in+, out, int)
uintmax_t wcstoumax(in+, out, int)
double wcstod|wcstof|wcstold(in+, out)
!ptr wcstok(out+, in, out+)
size_t wcsxfrm(out, in, size_t)
size_t wcsftime(out, size_t, in, in) = 0..#1
int mblen(in, size_t)
int mbtowc(out, in, size_t)
int wctomb(out, any)
size_t mbstowcs|wcstombs(out, in, size_t)
size_t mbrtowc|mbrtoc16|mbrtoc32|mbrtoc8(out, in, size_t, out)
size_t mbrlen(in, size_t, out)
size_t wcrtomb|c16rtomb|c32rtomb|c8rtomb(out, any, out)
size_t mbsrtowcs|wcsrtombs(out, deep, size_t, out)
size_t mbsnrtowcs|wcsnrtombs(out, deep, size_t, size_t, out)
int mbsinit(in)
wint_t btowc(int)
int wctob(any) = -1..255
int iswalpha|iswdigit|iswalnum|iswspace|iswupper|iswlower|iswpunct|iswprint|iswcntrl|iswgraph|iswxdigit|iswblank(any)
wint_t towupper|towlower(any)
wint_t towctrans(any, any)
any wctrans|wctype(in)
int iswctype(any, any)
int wcwidth(any)
int wcswidth(in, size_t)
wint_t fgetwc|getwc|fgetwc_unlocked|getwc_unlocked(file)
wint_t getwchar|getwchar_unlocked()
wint_t fputwc|putwc|ungetwc|fputwc_unlocked|putwc_unlocked(any, file)
wint_t putwchar|putwchar_unlocked(any)
first fgetws(out, int, file)
int fputws|fputws_unlocked(in, file)
int wprintf(format, ...)
int fwprintf(file, format, ...)
int swprintf(out, size_t, format, ...)
int vwprintf(in, any)
int vfwprintf(file, in, any)
int vswprintf(out, size_t, in, any)
int wscanf(in, ...out)
int fwscanf|swscanf(in, in, ...out)
int fwide(file, int)
`;

/** `stdio.h`. */
const STREAMS = `
int printf(format, ...)
int fprintf(file, format, ...)
int dprintf(int, format, ...)
int sprintf(out!, format, ...)
int snprintf(out, size_t, format, ...)
int asprintf(out, format, ...)
int vprintf(in, any)
int vfprintf(file, in, any)
int vdprintf(int, in, any)
int vsprintf(out, in, any)
int vsnprintf(out, size_t, in, any)
int vasprintf(out, in, any)
int scanf(in, ...out) = -1..max
int fscanf(file, in, ...out) = -1..max
int sscanf(in, in, ...out) = -1..max
int fgetc|getc|getc_unlocked|fgetc_unlocked(file) = -1..255
int getchar|getchar_unlocked() = -1..255
int fputc|putc|putc_unlocked|fputc_unlocked|ungetc(int, file) = -1..255
int putchar|putchar_unlocked(int) = -1..255
int puts(in!) = -1..max
int fputs|fputs_unlocked(in, file) = -1..max
first gets(out)
first fgets|fgets_unlocked(out, int, file)
size_t fread|fread_unlocked(out, size_t, size_t, file) = 0..#2
size_t fwrite|fwrite_unlocked(in, size_t, size_t, file) = 0..#2
ssize_t getline(deep, out, file) = -1..max
ssize_t getdelim(deep, out, int, file) = -1..max
ptr fopen|popen|fopen64(in, in)
ptr fdopen(int, in)
ptr freopen|freopen64(in, in, file+)
ptr tmpfile|tmpfile64()
ptr tmpnam(out+)
ptr tempnam(in, in)
int fclose|fflush|fflush_unlocked(file) = -1..0
int pclose(file)
void setbuf(file, out+)
void setbuffer(file, out+, size_t)
void setlinebuf(file)
int setvbuf(file, out+, int, size_t)
int fseek(file, long, int)
int fseeko(file, off_t, int)
long ftell(file)
off_t ftello(file)
void rewind|clearerr|clearerr_unlocked(file)
int fgetpos(file, out)
int fsetpos(file, in)
int feof|ferror|feof_unlocked|ferror_unlocked(file)
int fileno|fileno_unlocked(file) = -1..max
void perror(in)
int remove(in)
int rename(in, in)
int fpurge(file)
`;

/** `stdlib.h`, `inttypes.h`. */
const GENERAL = `
int atoi(in!)
long atol(in!)
long long atoll(in!)
double atof(in)
long strtol(in!+, out, int)
long long strtoll(in!+, out, int)
unsigned long strtoul(in!+, out, int)
unsigned long long strtoull(in!+, out, int)
intmax_t strtoimax(in+, out, int)
uintmax_t strtoumax(in+, out, int)
double strtod|strtof|strtold(in+, out)
long long strtonum(in, any, any, out+)
int rand() = 0..2147483647
long random|lrand48() = 0..2147483647
long mrand48() = -2147483648..2147483647
int rand_r(out) = 0..2147483647
double drand48()
double erand48(out)
long nrand48(out) = 0..2147483647
long jrand48(out) = -2147483648..2147483647
void srand|srandom|srand48(any)
uint32_t arc4random()
uint32_t arc4random_uniform(any) = 0..#0
void arc4random_buf(out, size_t)
ptr malloc|alloca|valloc|pvalloc(size_t)
ptr calloc(size_t, size_t)
ptr aligned_alloc|memalign(size_t, size_t)
ptr realloc|reallocf(in+, size_t)
ptr reallocarray(in+, size_t, size_t)
int posix_memalign(out, size_t, size_t)
size_t malloc_usable_size(in)
int malloc_trim(size_t)
void free|cfree(in)
ptr getenv|secure_getenv(in)
int setenv(in, in, int) = -1..0 sets environ
int unsetenv(in) = -1..0 sets environ
int putenv(in+) sets environ
int clearenv() sets environ
any div|ldiv|lldiv|imaxdiv(any, any)
int atexit|at_quick_exit(fn)
int system(in)
int getloadavg(out, int)
ptr realpath(in, out+)
int mkstemp(out) = -1..max
int mkostemp|mkstemps(out, int) = -1..max
first mkdtemp|mktemp(out)
ptr canonicalize_file_name(in)
`;

/** `ctype.h`. What `toupper` yields for what is no character is left open. */
const CHARACTERS = `
int isalpha|isdigit|isalnum|isspace|isupper|islower|ispunct|isprint|isgraph|isxdigit|isblank(int) zero at zero
int iscntrl|isascii(int)
int toupper|tolower(int)
int toascii(int) = 0..127
int isalpha_l|isdigit_l|isalnum_l|isspace_l|isupper_l|islower_l(int, any) zero at zero
int ispunct_l|isprint_l|isgraph_l|isxdigit_l|isblank_l(int, any) zero at zero
int iscntrl_l|toupper_l|tolower_l(int, any)
`;

/** `math.h`, `fenv.h`. */
const MATHEMATICS = `
double sqrt|sqrtf|sqrtl|cbrt|cbrtf|cbrtl|floor|floorf|floorl|ceil|ceilf|ceill(any)
double fabs|fabsf|fabsl|round|roundf|roundl|trunc|truncf|truncl(any)
double rint|rintf|rintl|nearbyint|nearbyintf|nearbyintl|sin|sinf|sinl|cos|cosf|cosl(any)
double tan|tanf|tanl|asin|asinf|asinl|acos|acosf|acosl(any)
double atan|atanf|atanl|sinh|sinhf|sinhl|cosh|coshf|coshl|tanh|tanhf|tanhl(any)
double asinh|asinhf|asinhl|acosh|acoshf|acoshl|atanh|atanhf|atanhl(any)
double exp|expf|expl|exp2|exp2f|exp2l|exp10|exp10f|exp10l|expm1|expm1f|expm1l(any)
double log|logf|logl|log2|log2f|log2l|log10|log10f|log10l(any)
double log1p|log1pf|log1pl|logb|logbf|logbl|erf|erff|erfl|erfc|erfcf|erfcl(any)
double tgamma|tgammaf|tgammal|j0|j1|y0|y1|significand(any)
double lgamma|lgammaf|lgammal|gamma(any) sets signgam
double lgamma_r|lgammaf_r|lgammal_r(any, out)
double pow|powf|powl|fmod|fmodf|fmodl|atan2|atan2f|atan2l|hypot|hypotf|hypotl(any, any)
double remainder|remainderf|remainderl|drem|fdim|fdimf|fdiml(any, any)
double copysign|copysignf|copysignl|nextafter|nextafterf|nextafterl|nexttoward(any, any)
double fmax|fmaxf|fmaxl|fmin|fminf|fminl(any, any)
double ldexp|ldexpf|ldexpl|scalbn|scalbnf|scalbnl|scalbln|scalblnf|scalblnl|jn|yn(any, any)
double fma|fmaf|fmal(any, any, any)
double frexp|frexpf|frexpl|modf|modff|modfl(any, out)
double remquo|remquof|remquol(any, any, out)
double nan|nanf|nanl(in)
void sincos|sincosf|sincosl(any, out, out)
int ilogb|ilogbf|ilogbl|isnan|isnanf|isnanl|isinf|isinff|isinfl(any)
int isfinite|finite|finitef|finitel|isnormal|signbit|fpclassify(any)
int __fpclassify|__fpclassifyf|__fpclassifyl|__isnan|__isnanf|__isnanl|__isinf|__isinff|__isinfl(any)
int __finite|__finitef|__finitel|__signbit|__signbitf|__signbitl(any)
int isinf_sign(any) = -1..1
long lrint|lrintf|lrintl|lround|lroundf|lroundl(any)
long long llrint|llrintf|llrintl|llround|llroundf|llroundl(any)
int isgreater|isgreaterequal|isless|islessequal|islessgreater|isunordered(any, any)
int feclearexcept|fetestexcept|fesetround(int)
int fegetround()
int fegetenv|feholdexcept(out)
int fesetenv(in)
double huge_val|huge_valf|huge_vall|inf|inff|infl()
`;

/** `time.h`, `sys/time.h`. */
const TIMES = `
time_t time(out)
clock_t clock()
double difftime(any, any)
time_t mktime(out) sets timezone daylight tzname
time_t timegm|timelocal(out)
ptr-own localtime|ctime(in) sets timezone daylight tzname
ptr-own gmtime|asctime(in)
ptr localtime_r(in, out+) sets timezone daylight tzname
ptr gmtime_r|asctime_r|ctime_r(in, out+)
size_t strftime(out, size_t, in, in) = 0..#1 sets timezone daylight tzname
size_t strftime_l(out, size_t, in, in, any) = 0..#1
ptr strptime(in+, in, out)
int nanosleep(in, out) = -1..0
int clock_gettime|clock_getres(any, out) = -1..0
int clock_settime(any, in) = -1..0
int clock_nanosleep(any, int, in, out)
int timespec_get|timespec_getres(out, int)
int gettimeofday(out, out) = -1..0
int settimeofday(in, in) = -1..0
void tzset() sets timezone daylight tzname
int getitimer(any, out) = -1..0
int setitimer(any, in, out) = -1..0
clock_t times(out)
int utime|utimes|lutimes(in, in) = -1..0
int futimes|futimens(int, in) = -1..0
int utimensat(int, in, in, int) = -1..0
`;

/** `locale.h` and message catalogues. */
const LOCALES = `
ptr-own setlocale(int, in)
ptr-own localeconv()
ptr-own nl_langinfo(any)
any newlocale(int, in, any)
any uselocale|duplocale(any)
void freelocale(any)
ptr gettext|_(in+)
ptr dgettext(in, in+)
ptr dcgettext(in, in+, int)
ptr ngettext(in+, in+, any)
ptr dngettext(in, in+, in+, any)
ptr dcngettext(in, in+, in+, any, int)
ptr-own textdomain(in)
ptr-own bindtextdomain|bind_textdomain_codeset(in, in)
`;

/**
 * What compilers know by a name of their own, and what the headers' macros come to. The standard's functions go by
 * `__builtin_` as well.
 */
const BUILT_IN = `
int __builtin_popcount(any) = 0..32 sets nothing
int __builtin_popcountl|__builtin_popcountll(any) = 0..64 sets nothing
int __builtin_clz|__builtin_ctz(any) = 0..31 sets nothing
int __builtin_clzl|__builtin_clzll|__builtin_ctzl|__builtin_ctzll(any) = 0..63 sets nothing
int __builtin_clrsb(any) = 0..31 sets nothing
int __builtin_clrsbl|__builtin_clrsbll(any) = 0..63 sets nothing
int __builtin_parity|__builtin_parityl|__builtin_parityll(any) = 0..1 sets nothing
uint16_t __builtin_bswap16(any) sets nothing
uint32_t __builtin_bswap32(any) sets nothing
uint64_t __builtin_bswap64(any) sets nothing
int __builtin_constant_p(any) sets nothing
size_t __builtin_object_size(in, int) sets nothing
void __builtin_prefetch(in, ...) sets nothing
void __builtin_va_start|va_start(out+, ...) sets nothing
void __builtin_va_end|va_end(out) sets nothing
void __builtin_va_copy|va_copy(out, any+) sets nothing
ptr __builtin_return_address|__builtin_frame_address(any)
ptr __ctype_b_loc|__ctype_tolower_loc|__ctype_toupper_loc|__errno_location|___errno|__h_errno_location()
size_t __ctype_get_mb_cur_max()
void __assert_rtn(in, in, int, in)
void __builtin_cpu_init()
int __builtin_cpu_supports|__builtin_cpu_is(in)
`;

export const STANDARD_ROWS: readonly string[] = [
  STRINGS,
  WIDE_STRINGS,
  STREAMS,
  GENERAL,
  CHARACTERS,
  MATHEMATICS,
  TIMES,
  LOCALES,
  BUILT_IN,
];
