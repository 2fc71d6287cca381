import { createSigningKeys, rotateSigningKey, signingFileOf } from '../auth/signing-keys.ts'
import { toConfig } from '../config.ts'
import { CommandError } from '../errors.ts'
import { audited, commandActor } from '../history/audit.ts'
import { type CommandGroup, command } from './command.ts'

export const signingCommands: CommandGroup = {
  summary: 'list and rotate response signing keys',
  about: 'The keys that sign responses to requests with Accept-Signature.',
  members: {
    list: command({
      summary: 'list key ids, the signing key first',
      database: 'read',
      async run({ io }) {
        const { signingKeys, database } = toConfig(io.env)
        const keys = createSigningKeys(signingKeys, database)()
        const json = keys.map(({ id }, i) => ({ id, signs: i === 0 }))
        const text = json.map(({ id, signs }) => `${id}  ${signs ? 'signs' : 'verifies only'}\n`).join('')
        return { json, text: text || 'No signing keys. Set SIGNING_KEY.\n' }
      },
    }),
    rotate: command({
      summary: 'create a new key next to the SQLite file; old signatures still verify',
      database: 'write',
      async run({ db, io }) {
        const { signingKeys, database } = toConfig(io.env)
        if (signingKeys.length > 0 || database.kind !== 'sqlite') {
          throw new CommandError(
            'the keys come from SIGNING_KEY; put a new key before the old one, separated by a comma, and restart',
          )
        }
        const rotate = async () => rotateSigningKey(signingFileOf(database.path), Date.now())
        const noteOf = ({ id }: { id: string }) => ({ action: 'signing.rotate', target: id, detail: {} })
        const { id } = await audited(db, commandActor(io.env), rotate, noteOf)
        return { json: { id }, text: `Created signing key ${id}.\n` }
      },
    }),
  },
}
