import { readFileSync } from 'node:fs'

export interface Section {
  header: string
  phrases: string[]
}

export function readSections(list: string): Section[] {
  const sections: Section[] = []
  for (const line of readFileSync(new URL(`./lexicon/${list}.txt`, import.meta.url), 'utf8').split('\n')) {
    if (line === '' || line.startsWith('#')) continue
    if (line.startsWith('@ ')) sections.push({ header: line.slice(2), phrases: [] })
    else if (sections.length === 0)
      throw new Error(`lexicon: ${list} has the phrase "${line}" before its first section`)
    else sections.at(-1)!.phrases.push(line)
  }
  return sections
}
