import { VERSION } from '../version.ts'

/** A newer release has changed the database to a schema that this one does not know. */
export class NewerDatabase extends Error {
  readonly code = 'NEWER_DATABASE'

  constructor(schema: number, known: number, release: string | undefined) {
    const by = release ? `release ${release}` : 'a newer release'
    const use = release ? `release ${release} or a newer one` : 'that one'
    super(
      `${by} brought the database to schema ${schema}, and this is release ${VERSION}, which knows up to ${known}: use ${use}`,
    )
  }
}
