import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { workerData } from 'node:worker_threads'
import { answerQuestions } from '../running/threads.ts'
import type { Question } from './read-apart.ts'

// Reads a SQLite file in a thread: one question after another, in order.

const BUSY_TIMEOUT_MS = 5_000
const MAX_STATEMENTS = 256

const handle = new DatabaseSync(workerData as string, { readOnly: true, timeout: BUSY_TIMEOUT_MS })
handle.exec('pragma cache_size = -8000')
handle.exec('pragma temp_store = memory')
const statements = new Map<string, StatementSync>()

function prepare(sql: string): StatementSync {
  const known = statements.get(sql)
  if (known) return known
  if (statements.size >= MAX_STATEMENTS) statements.clear()
  const statement = handle.prepare(sql)
  statements.set(sql, statement)
  return statement
}

answerQuestions(({ sql, parameters }: Question) => prepare(sql).all(...(parameters as SQLInputValue[])))
