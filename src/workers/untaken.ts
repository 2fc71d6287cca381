import type { Worker } from 'node:cluster'

/** A message between Node's cluster modules in the primary and in a worker: the parts used here. */
interface ClusterMessage {
  act?: string
  seq?: number
  ack?: number
}

/**
 * Node's cluster module sends a worker a connection and waits until the worker accepts or refuses it. A worker that is
 * killed does neither, so the connection would stay open in the primary and never be answered. This function refuses it
 * in the worker's name, and the cluster module gives it to another worker.
 */
export function refuseUntaken(worker: Worker): void {
  const child = worker.process
  const untaken = new Set<number>()
  const send = child.send.bind(child)
  child.send = (message: ClusterMessage, ...rest: unknown[]) => {
    if (message?.act === 'newconn' && message.seq !== undefined) untaken.add(message.seq)
    return Reflect.apply(send, child, [message, ...rest])
  }
  const told = (message: ClusterMessage) => void untaken.delete(message.ack ?? -1)
  child.on('internalMessage', told)
  // By then all messages of the worker are read. Node delays `disconnect` while a connection is neither accepted nor refused.
  child.once('close', () => {
    if (untaken.size > 0) child.emit('disconnect')
    for (const seq of untaken) child.emit('internalMessage', { cmd: 'NODE_CLUSTER', ack: seq, accepted: false })
  })
}
