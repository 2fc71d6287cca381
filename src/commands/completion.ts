import { oneOf, required } from '../operator/inputs.ts'
import { type Command, command, type Family } from './command.ts'

/** Each asks this program what may come next, so that it never grows old. */
const SCRIPTS = {
  bash: `# bash completion for yantra
_yantra() {
  local IFS=$'\\n'
  COMPREPLY=($("\${COMP_WORDS[0]}" completion bash -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null))
}
complete -o default -F _yantra yantra
`,
  zsh: `#compdef yantra
_yantra() {
  local -a found=("\${(@f)$("\${words[1]}" completion zsh -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  [[ -n $found ]] && _describe yantra found || _files
}
compdef _yantra yantra 2>/dev/null || _yantra "$@"
`,
  fish: `# fish completion for yantra
function __yantra
  set -l typed (commandline -opc)
  $typed[1] completion fish -- $typed[2..-1] "$(commandline -ct)" 2>/dev/null
end
complete -c yantra -f -a '(__yantra)'
complete -c yantra -F -n 'test -z "$(__yantra)"'
`,
} as const
const SHELLS = Object.keys(SCRIPTS) as (keyof typeof SCRIPTS)[]

/** A word that may come next. */
type Next = readonly [name: string, does: string]

/** A candidate as a shell takes it. */
const LINES: Record<keyof typeof SCRIPTS, (next: Next) => string> = {
  bash: ([name]) => name,
  zsh: ([name, does]) =>
    [name, does]
      .filter(Boolean)
      .join(':')
      .replaceAll(/(?<=:.*):/g, '\\:'),
  fish: ([name, does]) => `${name}\t${does}`,
}

/** Prints the script that makes a shell complete the commands of `root`, their options and values. */
export function completionCommand(root: () => Family): Command {
  return command({
    about: 'Prints a script that makes a shell complete commands, options and their values.',
    words: { shell: required(oneOf(SHELLS, 'the shell: bash, zsh or fish')) },
    rest: { takes: '[-- WORD...]', says: 'what is typed so far: prints what the last word may become' },
    notes: `bash: source <(yantra completion bash), in ~/.bashrc
zsh: yantra completion zsh > "\${fpath[1]}/_yantra"
fish: yantra completion fish > ~/.config/fish/completions/yantra.fish`,
    async run({ words: { shell }, rest }) {
      const script = SCRIPTS[shell]
      if (rest.length === 0) return { json: { shell, script }, text: script }
      const next = (await nextWords(root(), rest)).filter(([name]) => name.startsWith(rest.at(-1)!))
      return { json: next.map(([name]) => name), text: next.map((one) => `${LINES[shell](one)}\n`).join('') }
    },
  })
}

async function nextWords({ members }: Family, [word = '', ...rest]: readonly string[]): Promise<Next[]> {
  if (rest.length === 0) return Object.entries(members).map(([name, { does = '' }]) => [name, does])
  const member = Object.hasOwn(members, word) ? members[word]! : undefined
  const loaded = member && 'load' in member ? await member.load() : member
  if (!loaded) return []
  return 'members' in loaded ? nextWords(loaded, rest) : nextArguments(loaded, rest)
}

/** Where nothing is known the shell offers files. */
function nextArguments({ options, words, rest }: Command, typed: readonly string[]): Next[] {
  const listed = (choices: readonly string[] = []) => choices.map((name): Next => [name, ''])
  const [last = '', before = ''] = typed.toReversed()
  const option = before.startsWith('--') ? options[before.slice(2)] : undefined
  if (option?.takes) return listed(option.choices)
  const first = typed.length === 1 ? listed(Object.values(words)[0]?.choices) : []
  if (rest && !last.startsWith('-')) return first
  const named = Object.entries(options).map(
    ([name, { says, takes, fallback }]): Next => [`--${!takes && fallback ? 'no-' : ''}${name}`, says],
  )
  return [...first, ...named]
}
