import manifest from '../package.json' with { type: 'json' }

/** The one version that the program, the reference and the changelog name. */
export const VERSION: string = manifest.version
