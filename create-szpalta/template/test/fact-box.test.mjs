import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openExtension } from 'szpalta/testing'

const render = await openExtension('site')
const fields = { title: 'In short', facts: ['The ferry sails again', 'Tickets cost <3'] }

test('the fact box has its title and each fact, on the page and in feeds', () => {
  const { page, feed } = render('{{name}}/fact-box', fields)
  for (const output of [page, feed]) {
    assert.match(output, /In short/)
    assert.match(output, /<li>Tickets cost &lt;3<\/li>/)
  }
})

test('in AMP a link to the page stands in its place', () => {
  const { amp } = render('{{name}}/fact-box', fields)
  assert.match(amp, /<a href=/)
  assert.doesNotMatch(amp, /In short/)
})

test('fields that do not fit are named', () => {
  assert.throws(() => render('{{name}}/fact-box', { title: 'In short', facts: [] }), /facts/)
})
