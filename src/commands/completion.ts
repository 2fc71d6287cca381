import { oneOf, required } from '../operator/inputs.ts'
import { type Command, command, type Family } from './command.ts'
import { bashScript, fishScript, type Node, zshScript } from './completion-scripts.ts'

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
export async function nodesOf(family: Family, path = ''): Promise<Node[]> {
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
