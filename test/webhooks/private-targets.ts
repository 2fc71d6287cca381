import { createServer, type Server } from 'node:net'
import type { TestContext } from 'node:test'

/** Everything a name or a number can be spelled as that ends on this machine or next to it. */
export const SPELLINGS = `
127.0.0.1 127.1 127.0.1 2130706433 0x7f000001 0x7f.0.0.1 0x7f.1 0177.0.0.1 0177.0.0.01 017700000001 127.0.0.1.
127.000.000.001 0x7F.0x0.0x0.0x1 ①②⑦.⓪.⓪.① １２７.０.０.１ 127。0。0。1 127．0．0．1 %31%32%37.0.0.1 0 0.0.0.0 0x0 00
localhost LOCALHOST localhost. localhost.. a.localhost a.b.localhost. ⓛocalhost ｌｏｃａｌｈｏｓｔ loc%61lhost
lo\u00adcalhost 10.0.0.1 10.1 0xa.0.0.1 167772161 012.1.1.1 172.16.0.1 172.31.255.255 192.168.1.1 0xc0a80101
192.168.257 100.64.0.1 100.100.100.200 169.254.169.254 0xa9fea9fe 2852039166 0251.0376.0251.0376 169.254.43518
198.18.0.1 192.0.2.1 203.0.113.1 224.0.0.1 240.0.0.1 255.255.255.255 168.63.129.16 192.0.0.192
[::] [::1] [0:0:0:0:0:0:0:1] [0000::0001] [::ffff:127.0.0.1] [::ffff:7f00:1] [::127.0.0.1] [::ffff:0:127.0.0.1]
[64:ff9b::127.0.0.1] [64:ff9b:1::7f00:1] [2002:7f00:1::] [2001:0:7f00:1::] [fe80::1] [fc00::1] [fd00:ec2::254]
[ff02::1] [fec0::1] [2001:db8::1] [2606:4700::5efe:127.0.0.1] [::ffff:a9fe:a9fe] [100::1] [3fff::1]
`
  .trim()
  .split(/\s+/)

/** Counts whoever so much as connects. */
export async function startCanary(t: TestContext) {
  const canary = { port: 0, touched: 0 }
  const servers: Server[] = []
  for (const host of ['127.0.0.1', '::1']) {
    const server = createServer((socket) => {
      canary.touched++
      socket.end('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n')
    })
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen(canary.port, host, resolve)
    }).catch((error) => {
      if (host === '127.0.0.1') throw error
    })
    const address = server.address()
    if (typeof address === 'object' && address) canary.port = address.port
    servers.push(server)
  }
  t.after(() => {
    for (const server of servers) server.close()
  })
  return canary
}
