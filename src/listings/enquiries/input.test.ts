import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type EnquiryForm, isTrapped, readEnquiry, readForm } from './input.ts'

const good: EnquiryForm = { name: 'Asha', phone: '98765 43210', message: 'Is it still there?', consent: 'on' }
const faultsOf = (form: EnquiryForm) => readEnquiry(form).faults.map(({ field, fault }) => `${field} ${fault}`)

describe('an enquiry that a buyer filled in', () => {
  it('is taken with a mobile number, an e-mail address or both', () => {
    assert.deepEqual(readEnquiry(good), {
      input: { name: 'Asha', phone: '9876543210', email: '', message: 'Is it still there?' },
      faults: [],
    })
    assert.deepEqual(faultsOf({ ...good, phone: '', email: 'asha@example.com' }), [])
    assert.deepEqual(faultsOf({ ...good, email: 'asha@example.com' }), [])
  })

  it('reads a mobile number however it is written', () => {
    for (const phone of [
      '+91 98765 43210',
      '09876543210',
      '0091-98765-43210',
      '९८७६५४३२१०',
      '௯௮௭௬௫௪௩௨௧௦',
      '９８７６５４３２１０',
    ]) {
      assert.equal(readEnquiry({ ...good, phone }).input.phone, '9876543210', phone)
    }
  })

  it('names every field that is wrong, in the order of the form', () => {
    assert.deepEqual(faultsOf({}), ['name missing', 'phone neither', 'message missing', 'consent missing'])
    assert.deepEqual(
      faultsOf({ name: 'a'.repeat(81), phone: '12345', email: 'asha@', message: 'x'.repeat(1_001), consent: 'on' }),
      ['name long', 'phone shape', 'email shape', 'message long'],
    )
    assert.deepEqual(faultsOf({ ...good, name: ' \u200e\u0000 ' }), ['name missing'])
  })

  it('counts letters, not bytes: a thousand in Tamil are a thousand', () => {
    assert.deepEqual(faultsOf({ ...good, message: '🚜'.repeat(1_000) }), [])
    assert.deepEqual(faultsOf({ ...good, message: '🚜'.repeat(1_001) }), ['message long'])
  })

  it('takes no address that could become two, or a line of its own', () => {
    for (const email of ['a@b.com, c@d.com', 'a@b.com;c@d.com', '<a@b.com>', '"x y"@b.com', 'a@b', 'a@b@c.com']) {
      assert.deepEqual(faultsOf({ ...good, email }), ['email shape'], email)
    }
    const { input } = readEnquiry({ ...good, name: 'Asha\r\nBcc: all@example.com', email: 'a@b.com' })
    assert.equal(input.name, 'Asha Bcc: all@example.com')
  })

  it('keeps the lines of a message and takes out what would steer a terminal', () => {
    assert.equal(
      readEnquiry({ ...good, message: 'one\r\ntwo\rthree\u001b[2J\u202e' }).input.message,
      'one\ntwo\nthree[2J',
    )
  })

  it('knows a program by the field that nobody sees', () => {
    assert.equal(isTrapped(good), false)
    assert.equal(isTrapped({ ...good, website: '' }), false)
    assert.equal(isTrapped({ ...good, website: 'http://x.example' }), true)
  })

  it('is read from a form, of a field given twice the first, and nothing that the form does not have', () => {
    const body = new URLSearchParams('name=A&name=B&message=m&status=closed&__proto__=x')
    assert.deepEqual(readForm(body), { name: 'A', message: 'm' })
  })
})
