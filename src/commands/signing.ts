import { audited, commandActor } from '../audit/audit.ts'
import { toConfig } from '../config.ts'
import { Refused } from '../errors.ts'
import { createSigningKeys, rotateSigningKey, signingFileOf } from '../keys/signing-keys.ts'
import { command, type Family } from './command.ts'

export const signingCommands: Family = {
  about: 'The keys that answers are signed with when a caller asks for it.',
  members: {
    list: command({
      does: 'list the ids of the keys, the one that signs first',
      database: 'read',
      async run({ io }) {
        const { signingKeys, database } = toConfig(io.env)
        const keys = createSigningKeys(signingKeys, database)()
        const json = keys.map(({ id }, at) => ({ id, signs: at === 0 }))
        const text = json.map(({ id, signs }) => `${id}  ${signs ? 'signs' : 'can still be checked'}\n`).join('')
        return { json, text: text || 'There is none: set SIGNING_KEY.\n' }
      },
    }),
    rotate: command({
      does: 'make a new key beside the SQLite file; what the old one signed can still be checked',
      database: 'write',
      async run({ db, io }) {
        const { signingKeys, database } = toConfig(io.env)
        if (signingKeys.length > 0 || database.kind !== 'sqlite') {
          throw new Refused('the keys are in SIGNING_KEY: put a new one before the old, with a comma, and start again')
        }
        const rotate = async () => rotateSigningKey(signingFileOf(database.path), Date.now())
        const noteOf = ({ id }: { id: string }) => ({ action: 'signing.rotate', target: id, detail: {} })
        const { id } = await audited(db, commandActor(io.env), rotate, noteOf)
        return { json: { id }, text: `${id} signs from now on.\n` }
      },
    }),
  },
}
