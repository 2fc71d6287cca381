import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { ConfigError, type Environment, settingNames } from '../config.ts'
import { meant } from '../reading/scalars.ts'
import { editDistance, nearestName } from '../text/nearest-name.ts'
import type { Io } from './io.ts'

const DEFAULT_FILE = '.env'

/** Settings that may come from a file, named by the variable with `_FILE` appended. */
const SECRETS = ['DATABASE_URL', 'REDIS_URL', 'MEILISEARCH_KEY', 'SECRET_KEY', 'SIGNING_KEY', 'SMTP_URL']
const FROM_FILE = '_FILE'

/** Reads the settings file, and warns of variables that are almost a setting. */
export function withSettings(io: Io): Io {
  const env = readSettings(io.env, process.cwd())
  for (const fault of misspeltSettings(env)) io.stderr.write(`yantra: ${fault}\n`)
  return { ...io, env }
}

/**
 * The environment, completed from the settings file: the one that YANTRA_ENV_FILE names, or `.env` in the folder. The
 * environment wins; an empty variable sets nothing.
 */
export function readSettings(env: Environment, folder: string): Environment {
  return withSecrets(withSettingsFile(env, folder), folder)
}

function withSettingsFile(env: Environment, folder: string): Environment {
  const named = env.YANTRA_ENV_FILE || undefined
  const path = resolve(folder, named ?? DEFAULT_FILE)
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (named === undefined && (code === 'ENOENT' || code === 'EISDIR')) return env
    throw new ConfigError(`YANTRA_ENV_FILE: ${path} cannot be read: ${code === 'ENOENT' ? 'there is none' : message}`)
  }
  const given = Object.entries(env).filter(([, value]) => value)
  return { ...parseEnv(text), ...Object.fromEntries(given) }
}

/** `SECRET_KEY_FILE=/run/secrets/key` sets SECRET_KEY to the file's content: orchestrators provide secrets as files. */
function withSecrets(env: Environment, folder: string): Environment {
  const settings = { ...env }
  for (const name of SECRETS) {
    const file = env[name + FROM_FILE]
    if (!file) continue
    if (env[name]) throw new ConfigError(`${name} and ${name}${FROM_FILE} are both set: leave one of them out`)
    const path = resolve(folder, file)
    try {
      settings[name] = readFileSync(path, 'utf8').trim()
    } catch (error) {
      throw new ConfigError(`${name}${FROM_FILE}: ${path} cannot be read: ${(error as Error).message}`)
    }
    if (!settings[name]) throw new ConfigError(`${name}${FROM_FILE}: ${path} is empty`)
  }
  return settings
}

/** The names of all settings. */
export function variableNames(): string[] {
  return [...settingNames(), ...SECRETS.map((name) => name + FROM_FILE)]
}

/**
 * Variables that are almost a setting: they begin like one and are near it, differ from one by a single slip, or lack
 * its `_`.
 */
export function misspeltSettings(env: Environment): string[] {
  const settings = variableNames()
  const known = new Map(settings.map((name) => [name.toLowerCase(), name]))
  const long = [...known.keys()].filter((name) => name.includes('_'))
  return Object.keys(env).flatMap((name) => {
    if (!env[name] || known.get(name.toLowerCase()) === name) return []
    const typed = name.toLowerCase()
    const sharing = [...known.keys()].filter(
      (setting) => setting.includes('_') && firstWord(setting) === firstWord(typed),
    )
    const nearest =
      nearestName(typed, sharing) ??
      long.find(
        (setting) => setting.replaceAll('_', '') === typed.replaceAll('_', '') || editDistance(typed, setting, 1) === 1,
      )
    return nearest === undefined ? [] : [`${name} is not a setting${meant(known.get(nearest))}`]
  })
}

/** With its `_`. */
function firstWord(name: string): string {
  return name.slice(0, name.indexOf('_') + 1)
}
