/** Completion scripts for shells, made of the table of calls and options. */
import { CALLS, WORDS, formatsOf, helpOfOption, optionsOfCall } from './option-table.ts';
import type { Call, OptionName, OptionRow } from './option-table.ts';

export const SHELLS = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof SHELLS)[number];

export function completionScript(shell: Shell): string {
  return { bash, zsh, fish }[shell]();
}

const wordsOf = (call: Call, [name, row]: readonly [OptionName, OptionRow]): readonly string[] =>
  name === 'format' ? formatsOf(call) : (row.words ?? []);

/** The first line of what it is for, without what shells would read. */
const oneLine = (text: string): string => (text.split('\n')[0] ?? '').replace(/[[\]'"`$\\]/g, '').replace(/:/g, ' -');

function bash(): string {
  const calls = CALLS.map((call) => {
    const options = optionsOfCall(call);
    const names = options.flatMap(([name, { short }]) => [`--${name}`, ...(short === undefined ? [] : [`-${short}`])]);
    const values = options
      .filter((option) => wordsOf(call, option).length > 0)
      .map((option) => `        ${call}:--${option[0]}) words='${wordsOf(call, option).join(' ')}' ;;`);
    return { options: `        ${call}) words='${names.join(' ')}' ;;`, values };
  });
  const all = CALLS.flatMap((call) => optionsOfCall(call));
  const patterns = (kind: 'file' | 'directory'): string =>
    [
      ...new Set(
        all
          .filter(([, { names }]) => names === kind)
          .flatMap(([name, { short }]) => [`--${name}`, ...(short === undefined ? [] : [`-${short}`])]),
      ),
    ].join('|');
  return `# bash completion of looplens: looplens completion bash > /etc/bash_completion.d/looplens
_looplens() {
    local current previous call words
    current=\${COMP_WORDS[COMP_CWORD]}
    previous=\${COMP_WORDS[COMP_CWORD-1]}
    call=\${COMP_WORDS[1]}
    words=
    # bash takes = for a word of its own
    if [ "$current" = '=' ]; then current=; elif [ "$previous" = '=' ]; then previous=\${COMP_WORDS[COMP_CWORD-2]}; fi
    if [ "$COMP_CWORD" -eq 1 ]; then
        COMPREPLY=($(compgen -W '${Object.keys(WORDS).join(' ')} --help --version' -- "$current"))
        return
    fi
    if [ "$call" = completion ]; then
        COMPREPLY=($(compgen -W '${SHELLS.join(' ')}' -- "$current"))
        return
    fi
    case $call:$previous in
${calls.flatMap(({ values }) => values).join('\n')}
    esac
    if [ -n "$words" ]; then
        COMPREPLY=($(compgen -W "$words" -- "$current"))
        return
    fi
    case $previous in
        ${patterns('directory')}) compopt -o filenames; mapfile -t COMPREPLY < <(compgen -d -- "$current"); return ;;
        ${patterns('file')}) compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$current"); return ;;
    esac
    case $current in
        -*)
            case $call in
${calls.map(({ options }) => `        ${options}`).join('\n')}
            esac
            COMPREPLY=($(compgen -W "$words" -- "$current"))
            return ;;
    esac
    compopt -o filenames
    mapfile -t COMPREPLY < <(compgen -d -- "$current"; compgen -f -X '!*.c' -- "$current")
}
complete -F _looplens looplens
`;
}

function zsh(): string {
  const specification = (call: Call, option: readonly [OptionName, OptionRow]): string => {
    const [name, row] = option;
    const words = wordsOf(call, option);
    const action =
      words.length > 0
        ? `(${words.join(' ')})`
        : { file: '_files', directory: '_files -/', none: ' ' }[row.names ?? 'none'];
    const value = row.type === 'boolean' ? '' : `:${oneLine(row.value ?? name)}:${action}`;
    const flag = `--${name}${row.type === 'boolean' ? '' : '='}`;
    return `        '${row.multiple ? '*' : ''}${flag}[${oneLine(helpOfOption(row, call))}]${value}'`;
  };
  return `#compdef looplens
# zsh completion of looplens: looplens completion zsh > "\${fpath[1]}/_looplens"
_looplens() {
  local -a calls
  calls=(
${Object.entries(WORDS)
  .map(([word, what]) => `    '${word}:${oneLine(what)}'`)
  .join('\n')}
  )
  if (( CURRENT == 2 )); then
    _describe call calls
    return
  fi
  local call=$words[2]
  shift words
  (( CURRENT-- ))
  case $call in
    completion) _values shell ${SHELLS.join(' ')} ;;
${CALLS.map(
  (call) => `    ${call})
      _arguments -s \\
${optionsOfCall(call)
  .map((option) => `${specification(call, option)} \\`)
  .join('\n')}
        '*:file:_files -g "*.c"' ;;`,
).join('\n')}
  esac
}
if [ "$funcstack[1]" = _looplens ]; then _looplens "$@"; else compdef _looplens looplens; fi
`;
}

function fish(): string {
  const lines = Object.entries(WORDS).map(
    ([word, what]) => `complete -c looplens -n __fish_use_subcommand -f -a ${word} -d '${oneLine(what)}'`,
  );
  const options = CALLS.flatMap((call) =>
    optionsOfCall(call).map((option) => {
      const [name, row] = option;
      const words = wordsOf(call, option);
      const value =
        row.type === 'boolean'
          ? ''
          : words.length > 0
            ? ` -x -a '${words.join(' ')}'`
            : { file: ' -r', directory: " -x -a '(__fish_complete_directories)'", none: ' -x' }[row.names ?? 'none'];
      const short = row.short === undefined ? '' : ` -s ${row.short}`;
      const help = oneLine(helpOfOption(row, call));
      return `complete -c looplens -n '__fish_seen_subcommand_from ${call}' -l ${name}${short}${value} -d '${help}'`;
    }),
  );
  const shells = `complete -c looplens -n '__fish_seen_subcommand_from completion' -f -a '${SHELLS.join(' ')}'`;
  return `# fish completion of looplens: looplens completion fish > ~/.config/fish/completions/looplens.fish
${[...lines, shells, ...options].join('\n')}
`;
}
