import { withCode } from '../../tools/newsroom/code-shortcodes.ts'

const code = (text: string, language?: string): string =>
  `\n\n<pre class="wp-block-code"><code${language ? ` class="language-${language}"` : ''}>${text}</code></pre>\n\n`

describe('code between shortcodes of highlighters (SRC-60)', () => {
  test.each([
    ['[xml]\n<foo>1</foo>\n[/xml]', code('&lt;foo&gt;1&lt;/foo&gt;', 'xml')],
    ['[php]<?php echo $a[0]; ?>[/php]', code('&lt;?php echo $a&#91;0&#93;; ?&gt;', 'php')],
    ['[sourcecode language="js"]if (a < b) {}[/sourcecode]', code('if (a &lt; b) {}', 'javascript')],
    ["[code lang='python']x[/code]", code('x', 'python')],
    ['[code]a[/code]', code('a')],
    ['[crayon lang="c++"]a[/crayon]', code('a', 'c++')],
    ['[html]&lt;b&gt; &amp;amp;[/html]', code('&lt;b&gt; &amp;amp;', 'html')],
    ['[text]a\nb[/text]', code('a\nb')],
    ['[cc_php]$a = 1;[/cc_php]', code('$a = 1;', 'php')],
    ['[code title="a[0] > b"]x<y[/code]', code('x&lt;y')],
    ['[code]a &lt; b<br />c &amp;&amp; d[/code]', code('a &lt; b\nc &amp;&amp; d')],
    ['[html5]<b>[/html5]', code('&lt;b&gt;', 'html5')],
  ])('%s is code as it was written', (written, html) => {
    expect(withCode(`Przed.\n\n${written}\n\nPo.`)).toBe(`Przed.\n\n${html}\n\nPo.`)
  })

  test.each([
    '[caption]a[/caption]',
    '[text]Zwykły tekst[/text]',
    '[go url="x"]Idź[/go]',
    '[code /] tekst [code]',
    'Pisz <code>[php]</code> i <code>[/php]</code>',
    'tablica[c]',
    '[c] bez końca',
    '[[php]]a[[/php]]',
    '[galeria ids="1"][/galeria]',
  ])('%s is no code', (written) => {
    expect(withCode(written)).toBe(written)
  })

  test('that never ends is read in time', () => {
    const many = '[php]'.repeat(20_000)
    expect(withCode(`${many}[/php]`)).toContain('<pre')
    expect(withCode(`${'[code]'.repeat(200_000)}[/x]`)).toContain('[code]')
  })
})
