import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { ConfigError, type Environment, settingNames } from '../config.ts'
import { suggestionHint as didYouMean } from '../lib/parsing.ts'
import { editDistance, nearestName } from '../lib/text/nearest-name.ts'
import type { Io } from './io.ts'

const DEFAULT_FILE = '.env'

const SECRETS = ['DATABASE_URL', 'REDIS_URL', 'MEILISEARCH_KEY', 'SECRET_KEY', 'SIGNING_KEY', 'SMTP_URL']
const FROM_FILE = '_FILE'

export function withSettings(io: Io): Io {
  const folder = process.cwd()
  for (const warning of unknownSettings(io.env, folder)) io.notes.write(`yantra: ${warning}\n`)
  return { ...io, env: readSettings(io.env, folder) }
}

/** The environment wins over the settings file; an empty variable sets nothing. */
export function readSettings(env: Environment, folder: string): Environment {
  const nonEmpty = Object.entries(env).filter(([, value]) => value)
  return withSecrets({ ...readSettingsFile(env, folder), ...Object.fromEntries(nonEmpty) }, folder)
}

function readSettingsFile(env: Environment, folder: string): Environment {
  const named = env.YANTRA_ENV_FILE || undefined
  const path = resolve(folder, named ?? DEFAULT_FILE)
  try {
    return parseEnv(readFileSync(path, 'utf8'))
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (named === undefined && (code === 'ENOENT' || code === 'EISDIR')) return {}
    throw new ConfigError(`YANTRA_ENV_FILE: cannot read ${path}: ${code === 'ENOENT' ? 'file not found' : message}`)
  }
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

export function variableNames(): string[] {
  return [...settingNames(), ...SECRETS.map((name) => name + FROM_FILE)]
}

export function unknownSettings(env: Environment, folder: string): string[] {
  const settings = new Map(variableNames().map((name) => [name.toLowerCase(), name]))
  const inFile = new Set(Object.keys(readSettingsFile(env, folder)))
  return [...new Set([...Object.keys(env).filter((name) => env[name]), ...inFile])].flatMap((name) => {
    const lower = name.toLowerCase()
    if (settings.get(lower) === name) return []
    const near = nearSetting(lower, [...settings.keys()])
    return near || inFile.has(name) ? [`${name} is not a setting${near ? didYouMean(settings.get(near)) : ''}`] : []
  })
}

/** Other programs' variables share no first word with a setting, or differ from it in more than a typo. */
function nearSetting(name: string, settings: readonly string[]): string | undefined {
  const long = settings.filter((setting) => setting.includes('_'))
  const firstWord = (text: string) => text.slice(0, text.indexOf('_') + 1)
  const withoutJoints = name.replaceAll('_', '')
  return (
    nearestName(
      name,
      long.filter((setting) => firstWord(setting) === firstWord(name)),
    ) ?? long.find((setting) => editDistance(withoutJoints, setting.replaceAll('_', ''), 1) <= 1)
  )
}
