import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Answer, bodyIn, choose } from './answers.ts'

/** Sends a page or file that is kept: 304 when the reader has it, compressed when the reader accepts that. */
export async function sendHeld(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: Answer,
  headers: Record<string, string>,
): Promise<FastifyReply> {
  const { status, coding, etag } = choose(answer, request.headers)
  reply.headers({ vary: 'Accept-Encoding', 'x-content-type-options': 'nosniff', ...headers, etag })
  if (status === 304) return reply.code(304).send()
  const body = await bodyIn(answer, coding)
  if (coding !== 'identity') reply.header('content-encoding', coding)
  return reply.send(body)
}
