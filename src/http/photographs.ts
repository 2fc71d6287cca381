import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { notFound } from '../errors.ts'
import { typeOfPhotograph } from '../intake/photograph.ts'
import { FOR_EVER, NO_SNIFFING } from './answers.ts'

/** Photographs of machines and listings that an operator put in. A name stands for its bytes, so it is kept for ever. */
export function addPhotographs(app: FastifyInstance, folder: string | undefined): void {
  app.get('/photos/:name', async (request, reply) => {
    const { name } = request.params as { name: string }
    const type = typeOfPhotograph(name)
    const body = folder && type ? await readFile(join(folder, name)).catch(() => undefined) : undefined
    if (!body || !type) throw notFound('such photograph')
    return reply.headers({ ...NO_SNIFFING, 'content-type': type, 'cache-control': FOR_EVER }).send(body)
  })
}
