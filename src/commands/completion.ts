import { oneOf, required } from '../operator/inputs.ts'
import { type Command, command, type Family } from './command.ts'

const SHELLS = { bash: bashScript, zsh: zshScript, fish: fishScript } as const
const NAMES = Object.keys(SHELLS) as (keyof typeof SHELLS)[]

/** Prints the script that makes a shell complete the commands of `root`, their options and values. */
export function completionCommand(root: () => Family): Command {
  return command({
    about: 'Prints a script that makes a shell complete commands, options and their values.',
    words: { shell: required(oneOf(NAMES, 'the shell: bash, zsh or fish')) },
    notes: `bash: source <(yantra completion bash), in ~/.bashrc
zsh: yantra completion zsh > "\${fpath[1]}/_yantra"
fish: yantra completion fish > ~/.config/fish/completions/yantra.fish`,
    async run({ words: { shell } }) {
      const script = SHELLS[shell](await nodesOf(root()))
      return { json: { shell, script }, text: script }
    },
  })
}

/** Every step on the way to a command, with the words that may follow. */
async function nodesOf(family: Family, path = ''): Promise<Node[]> {
  const members = await Promise.all(
    Object.entries(family.members).map(async ([name, member]) => ({
      name,
      does: member.does ?? '',
      loaded: 'load' in member ? await member.load() : member,
    })),
  )
  const own: Node = { path, next: members.map(({ name, does }) => ({ name, does })), options: [], takesFiles: false }
  const below = members.map(({ name, loaded }) => {
    const at = `${path} ${name}`
    return 'members' in loaded ? nodesOf(loaded, at) : [nodeOf(loaded, at)]
  })
  return [own, ...(await Promise.all(below)).flat()]
}

function nodeOf({ options, words, rest }: Command, path: string): Node {
  return {
    path,
    next: Object.values(words)
      .slice(0, 1)
      .flatMap(({ choices = [] }) => choices.map((name) => ({ name, does: '' }))),
    options: Object.entries(options).map(([name, { says, takes, choices, fallback }]) => ({
      name: !takes && fallback ? `no-${name}` : name,
      does: says,
      takesValue: takes !== undefined,
      choices: choices ?? [],
    })),
    takesFiles: rest !== undefined,
  }
}

/** A word that may come next. */
interface Next {
  name: string
  does: string
}

/** A step on the way to a command. */
export interface Node {
  /** The words so far, each after a blank: ` keys create`; empty for `yantra` itself. */
  path: string
  next: Next[]
  options: (Next & { takesValue: boolean; choices: readonly string[] })[]
  takesFiles: boolean
}

/** Quotes a word for bash and zsh; fish escapes within quotes. */
function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}

/** The words that lead on, as patterns of a `case`. */
function steps(nodes: readonly Node[]): string {
  return nodes
    .filter(({ path }) => path !== '')
    .map(({ path }) => quote(path))
    .join('|')
}

/** The possible values where a value is expected; an option with any value completes files. */
function valueCases(nodes: readonly Node[], offer: (choices: readonly string[]) => string): string {
  return nodes
    .flatMap(({ path, options }) =>
      options
        .filter(({ takesValue }) => takesValue)
        .map(({ name, choices }) => `    ${quote(`${path} --${name}`)}) ${offer(choices)}; return ;;\n`),
    )
    .join('')
}

function bashScript(nodes: readonly Node[]): string {
  const offer = (choices: readonly string[]) =>
    choices.length > 0 ? `COMPREPLY=($(compgen -W ${quote(choices.join(' '))} -- "$cur"))` : 'COMPREPLY=()'
  const words = ({ next, options }: Node) =>
    [...next.map(({ name }) => name), ...options.map(({ name }) => `--${name}`)].join(' ')
  const filed = steps(nodes.filter(({ takesFiles }) => takesFiles))
  return `# bash completion for yantra
_yantra() {
  local cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD-1]} at='' words='' i
  for ((i = 1; i < COMP_CWORD; i++)); do
    case "$at \${COMP_WORDS[i]}" in
    ${steps(nodes)}) at="$at \${COMP_WORDS[i]}" ;;
    esac
  done
  case "$at $prev" in
${valueCases(nodes, offer)}  esac
  case "$at" in
${nodes.map((node) => `    ${quote(node.path)}) words=${quote(words(node))} ;;\n`).join('')}  esac
  case "$at" in
    ${filed}) [[ $cur != -* ]] && words='' ;;
  esac
  COMPREPLY=($(compgen -W "$words" -- "$cur"))
}
complete -o default -F _yantra yantra
`
}

function zshScript(nodes: readonly Node[]): string {
  const described = ({ name, does }: Next, mark = '') =>
    quote(`${mark}${name}${does ? `:${does.replaceAll(':', '\\:')}` : ''}`)
  const offer = (choices: readonly string[]) =>
    choices.length > 0 ? `compadd -- ${choices.map(quote).join(' ')}` : '_files'
  const arm = ({ path, next, options, takesFiles }: Node) => {
    const all = [...next.map((one) => described(one)), ...options.map((one) => described(one, '--'))]
    return `    ${quote(path)}) found=(${all.join(' ')})${takesFiles ? '; files=1' : ''} ;;\n`
  }
  return `#compdef yantra
_yantra() {
  local at='' i prev=\${words[CURRENT-1]} files=''
  local -a found
  for ((i = 2; i < CURRENT; i++)); do
    case "$at \${words[i]}" in
    ${steps(nodes)}) at="$at \${words[i]}" ;;
    esac
  done
  case "$at $prev" in
${valueCases(nodes, offer)}  esac
  case "$at" in
${nodes.map(arm).join('')}  esac
  [[ -n $files && \${words[CURRENT]} != -* ]] && { _files; return }
  _describe yantra found
}
compdef _yantra yantra 2>/dev/null || _yantra "$@"
`
}

function fishScript(nodes: readonly Node[]): string {
  const said = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
  const lines = nodes.flatMap(({ path, next, options, takesFiles }) => {
    const begin = `complete -c yantra -n ${said(`__yantra_at ${said(path)}`)}`
    return [
      ...next.map(({ name, does }) => `${begin} -a ${said(name)} -d ${said(does)}`),
      ...options.map(({ name, does, takesValue, choices }) => {
        const value = choices.length > 0 ? ` -x -a ${said(choices.join(' '))}` : takesValue ? ' -r -F' : ''
        return `${begin} -l ${name}${value} -d ${said(does)}`
      }),
      ...(takesFiles ? [`${begin} -F`] : []),
    ]
  })
  const known = nodes.filter(({ path }) => path !== '').map(({ path }) => said(path))
  return `# fish completion for yantra
function __yantra_at
  set -l at ''
  for word in (commandline -opc)[2..-1]
    if contains -- "$at $word" ${known.join(' ')}
      set at "$at $word"
    end
  end
  test "$at" = "$argv[1]"
end
complete -c yantra -f
${lines.join('\n')}
`
}
