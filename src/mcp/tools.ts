import { Problem } from '../errors.ts'
import type { Log } from '../log.ts'
import { errorAnswer } from './answer.ts'
import { readArguments } from './arguments.ts'
import { type Answer, type Sources, type Tool, ToolError } from './tool.ts'
import { compareMachines } from './tools/compare-machines.ts'
import { fittingImplements } from './tools/fitting-implements.ts'
import { getListing } from './tools/get-listing.ts'
import { getMachine } from './tools/get-machine.ts'
import { machineClasses } from './tools/machine-classes.ts'
import { searchMachines } from './tools/search-machines.ts'

export const TOOLS: readonly Tool[] = [
  searchMachines,
  getMachine,
  fittingImplements,
  compareMachines,
  getListing,
  machineClasses,
]

/** Tools only read, answer the same question the same way, and reach nothing beyond the catalogue. */
const ANNOTATIONS = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false }

export const TOOL_LIST = TOOLS.map(({ run: _, ...tool }) => ({ ...tool, annotations: ANNOTATIONS }))

/** Every failure is an answer that says what to do; only our own faults are logged. */
export async function callTool(tool: Tool, sources: Sources, given: unknown, log: Log): Promise<Answer> {
  try {
    return await tool.run(sources, readArguments(tool.inputSchema, given))
  } catch (error) {
    if (error instanceof ToolError) return errorAnswer(error.message)
    if (error instanceof Problem && error.status < 500) return errorAnswer(error.message)
    log.error({ err: error, tool: tool.name }, 'a tool failed')
    return errorAnswer('The catalogue cannot answer right now. Try again in a few seconds.')
  }
}
