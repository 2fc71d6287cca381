import manifest from '../../package.json' with { type: 'json' }

/** The version of the service, the reference and the changelog. */
export const VERSION: string = manifest.version
