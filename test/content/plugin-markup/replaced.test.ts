import { renderedText } from '../../../src/content/plugin-markup/plugin-markup.ts'
import { normaliseOne } from '../world.ts'

function html(innerHTML: string): string {
  return normaliseOne({ blockType: 'html', innerHTML })
    .map((block) => ('html' in block ? block.html : `(${block.type})`))
    .join('')
}

describe('what an element stands for (SRC-47)', () => {
  test('an emoji that is an image is its sign, in a title too', () => {
    const image = '<img src="https://s.w.org/images/core/emoji/14.0.0/72x72/1f389.png" alt="🎉" class="wp-smiley">'
    expect(renderedText(`Sukces ${image} zespołu`)).toBe('Sukces 🎉 zespołu')
    expect(html(`<p>Brawo ${image.replace('wp-smiley', 'emoji')}</p>`)).toBe('<p>Brawo 🎉</p>')
  })

  test('the areas of an image map are links', () => {
    const map =
      '<map name="m"><area href="https://a.example/" alt="Śródmieście" shape="rect" coords="0,0,1,1"><area href="https://b.example/" alt=""><area alt="bez odnośnika"></map>'
    expect(html(`<p>Mapa ${map}</p>`)).toBe(
      '<p>Mapa  <a href="https://a.example/" rel="noopener">Śródmieście</a>, <a href="https://b.example/" rel="noopener">https://b.example/</a></p>',
    )
  })

  test.each([
    ['<span class="elementor-counter-number" data-to-value="15000" data-from-value="0">0</span>', '15000'],
    ['<span class="counter" data-count="1 200">0</span>', '1\u00a0200'],
    ['<div class="fusion-counter count-up" data-value="95"></div>', '95'],
    ['<span class="counter" data-count="wiele">0</span>', '0'],
    ['<span class="counter" data-count="12">ponad dwanaście</span>', 'ponad dwanaście'],
    ['<span class="cena" data-value="12">0</span>', '0'],
  ])('a counter shows the number it ends at: %s', (written, shown) => {
    expect(html(`<p>Mamy ${written}</p>`).replace(/<[^>]*>/g, '')).toContain(shown)
  })

  test('code of a frame in an attribute is the frame', () => {
    const code = '&lt;iframe src=&quot;https://www.youtube.com/embed/dQw4w9WgXcQ&quot;&gt;&lt;/iframe&gt;'
    expect(html(`<div class="sqs-video-wrapper" data-html="${code}"></div><p>Po.</p>`)).toBe('(youtube)<p>Po.</p>')
    expect(html('<div data-html="&lt;img src=x onerror=zlo()&gt;">a</div>')).toBe('<div>a</div>')
  })
})
