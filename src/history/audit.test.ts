import assert from 'node:assert/strict'
import { it } from 'node:test'
import { commandActor } from './audit.ts'

it('names whoever runs a command, and never leaves it blank', () => {
  assert.equal(commandActor({ SUDO_USER: 'asha', USER: 'root' }).who, 'asha')
  assert.equal(commandActor({ SUDO_USER: '  ', USER: '', LOGNAME: ' ravi ' }).who, 'ravi')
  assert.notEqual(commandActor({ USER: ' ' }).who.trim(), '')
})
