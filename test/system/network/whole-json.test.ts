import { wholeJson } from '../../../src/system/network/whole-json.ts'

describe('JSON with other output around it (SRC-50)', () => {
  test.each([
    ['[1]', undefined],
    ['\ufeff[1]', undefined],
    ['\ufeff\ufeff\n [1]', undefined],
    [
      '<br />\n<b>Notice</b>:  Undefined index: a[0] in <b>/srv/x.php</b> on line <b>12</b><br />\n[1]',
      'Notice : Undefined index: a[0] in /srv/x.php on line 12',
    ],
    ['\ufeffWarning: {array}\n[1]\n', 'Warning: {array}'],
    ['[1]<br /><b>Deprecated</b>: x', 'Deprecated : x'],
    ['[1]\nWarning: Undefined array key [0] in {closure}()', 'Warning: Undefined array key [0] in {closure}()'],
    ['[1]<!-- Cached by X [100] -->', ''],
    ['Warning: array { in x.php\n[1]', 'Warning: array { in x.php'],
    ['[12-Mar-2026 10:00:00] PHP Warning: x\n[1]', '[12-Mar-2026 10:00:00] PHP Warning: x'],
  ])('%j is read whole', (body, beside) => {
    const whole = wholeJson(body)
    expect(whole.json).toEqual([1])
    expect(whole.beside).toBe(beside)
  })

  test.each([
    '<!doctype html><script>window.dataLayer = window.dataLayer || []; gtag({})</script>Strona w budowie',
    '<html><script type="application/ld+json">[{"@type":"WebSite"}]</script></html>',
    '{"id":5,"content":{"rendered":"x"},"title":{"ren',
    '[{"id":1},{"id":2}',
    'Warning: x\n[{"id":1},{"id":',
  ])('a page, or a document that is cut off, is none: %.60s', (body) => {
    expect(() => wholeJson(body)).toThrow(SyntaxError)
  })

  test('a piece of a document is none', () => {
    expect(wholeJson('{"id":5,"tags":[3]}\nWarning: in {closure}()').json).toEqual({ id: 5, tags: [3] })
    expect(wholeJson('[{"id":5},{"id":6}]\nUndefined key [0]').json).toEqual([{ id: 5 }, { id: 6 }])
    expect(wholeJson('Undefined key [404]\n[]').json).toEqual([])
    expect(wholeJson('Notice "a" ]}\n{"a":"]}[{","b":"\\"[x"}').json).toEqual({ a: ']}[{', b: '"[x' })
  })

  test.each(['', 'Not found', '<html>[1', '[1', '{"a":1', 'x'.repeat(100_000)])(
    'that is not whole is none: %.20j',
    (body) => {
      expect(() => wholeJson(body)).toThrow(SyntaxError)
    },
  )

  test('words for an operator are short and without control characters', () => {
    const { beside = '' } = wholeJson(`<b>\u0000${'słowo '.repeat(2000)}</b>{"a":1}`)
    expect(beside.length).toBeLessThanOrEqual(300)
    expect(beside).not.toContain('\u0000')
  })

  test('a long response that is none is refused in time', () => {
    expect(() => wholeJson('[{'.repeat(400_000))).toThrow(SyntaxError)
  })
})
