import type { Worker } from 'node:cluster'

/** What the primary's cluster module and a worker's say to each other, as far as it is used here. */
interface ClusterMessage {
  act?: string
  seq?: number
  ack?: number
}

/**
 * The cluster module hands a worker one connection at a time and waits for its word that it has taken it. Of a worker
 * that is killed no word comes, and the connection would stay open in the primary and never be answered. What was not
 * taken counts as refused here, so that another worker gets it.
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
  // Everything that it had said is read by then. Node holds its `disconnect` back as long as a connection was not taken.
  child.once('close', () => {
    if (untaken.size > 0) child.emit('disconnect')
    for (const seq of untaken) child.emit('internalMessage', { cmd: 'NODE_CLUSTER', ack: seq, accepted: false })
  })
}
