import { renderedText } from '../../src/content/plugin-markup/plugin-markup.ts'
import { withoutBuilders, withoutLibrary, withoutShortcodes } from '../../src/content/shortcodes.ts'

const folded = (html: string): string => html.replace(/\s*\n\s*/g, ' ').trim()
const shown = (html: string): string => folded(withoutBuilders(html, []))

describe('a page builder that did not run (SRC-48)', () => {
  test.each([
    [
      '[vc_row full_width=&#8221;stretch_row&#8221;][vc_column_text]Treść, jak [sic] napisano [1].[/vc_column_text][/vc_row]',
      'Treść, jak [sic] napisano [1].',
    ],
    ['[vc_custom_heading text="Nagłówek" font_container="tag:h2"]', '<h3>Nagłówek</h3>'],
    [
      '[vc_btn title="Kup" link="url:https%3A%2F%2Fsklep.example%2Fp|title:Sklep|target:_blank"]',
      '<p><a href="https://sklep.example/p">Kup</a></p>',
    ],
    ['[vc_video link="https://www.youtube.com/watch?v=dQw4w9WgXcQ"]', 'https://www.youtube.com/watch?v=dQw4w9WgXcQ'],
    ['[vc_raw_html]JTNDcCUzRVN1cm93eSUyMEhUTUwlM0MlMkZwJTNF[/vc_raw_html]', '<p>Surowy HTML</p>'],
    ['[vc_raw_js]JTNDc2NyaXB0JTNF[/vc_raw_js]', ''],
    [
      '[et_pb_image src="https://a.example/divi.jpg" alt="Obraz" url="https://b.example/"][/et_pb_image]',
      '<figure class="wp-block-image"><a href="https://b.example/"><img src="https://a.example/divi.jpg" alt="Obraz"/></a></figure>',
    ],
    [
      '[et_pb_blurb title="Tytuł" image="https://a.example/i.png"]<p>Treść.</p>[/et_pb_blurb]',
      '<figure class="wp-block-image"><img src="https://a.example/i.png" alt=""/></figure> <h3>Tytuł</h3> <p>Treść.</p>',
    ],
    [
      '[et_pb_cta title="Zapisz się" button_text="Dalej" button_url="https://a.example/"]Treść[/et_pb_cta]',
      '<h3>Zapisz się</h3> Treść <p><a href="https://a.example/">Dalej</a></p>',
    ],
    [
      '[et_pb_video src="https://a.example/film.mp4"][/et_pb_video]',
      '<figure class="wp-block-video"><video controls src="https://a.example/film.mp4"></video></figure>',
    ],
    ['[fusion_youtube id="dQw4w9WgXcQ" /]', 'https://www.youtube.com/watch?v=dQw4w9WgXcQ'],
    [
      '[fusion_imageframe image_id="7"]https://a.example/f.jpg[/fusion_imageframe]',
      '<figure class="wp-block-image"><img src="https://a.example/f.jpg" alt=""/></figure>',
    ],
    ['[av_heading heading="Tytuł" tag="h2"][/av_heading]', '<h3>Tytuł</h3>'],
    [
      '[vc_progress_bar values="%5B%7B%22label%22%3A%22Analiza%22%2C%22value%22%3A%2290%22%7D%2C%7B%22label%22%3A%22Projekt%20sieci%22%2C%22value%22%3A%2280%22%2C%22color%22%3A%22bar_blue%22%7D%5D" units="%" title="Umiejętności"]',
      '<h3>Umiejętności</h3> <p>Analiza: 90%</p> <p>Projekt sieci: 80%</p>',
    ],
    ['[vc_progress_bar values="90|Analiza,80|Projekt" units="%"]', '<p>Analiza: 90%</p> <p>Projekt: 80%</p>'],
    [
      '[vc_round_chart values="%5B%7B%22title%22%3A%22Gaz%22%2C%22value%22%3A%2260%22%7D%2C%7B%22title%22%3A%22W%C4%99giel%22%2C%22value%22%3A40%7D%5D"]',
      '<p>Gaz: 60</p> <p>Węgiel: 40</p>',
    ],
    ['[vc_pie value="80" units="%" title="Frekwencja"]', '<h3>Frekwencja</h3> <p>80%</p>'],
    [
      '[kc_progress_bars options="eyIxIjogeyJ2YWx1ZSI6ICI3MCIsICJsYWJlbCI6ICJEcnVrIn0sICIyIjogeyJ2YWx1ZSI6ICI1NSIsICJsYWJlbCI6ICJTa1x1MDE0MmFkIn19"]',
      '<p>Druk: 70</p> <p>Skład: 55</p>',
    ],
    [
      '[et_pb_pricing_tables][et_pb_pricing_table title="Standard" subtitle="Dla firm" currency="zł" per="mies." sum="49" button_url="https://a.example/" button_text="Zamów"]+ Dostęp\n- Bez reklam[/et_pb_pricing_table][/et_pb_pricing_tables]',
      '<h3>Standard</h3> <p>Dla firm</p> <p>zł 49/mies.</p> <ul><li>Dostęp</li><li><s>Bez reklam</s></li></ul> <p><a href="https://a.example/">Zamów</a></p>',
    ],
    [
      '[et_pb_pricing_table sum="10" currency="$"]<p>+ Dostęp<br />\n&#8211; Bez reklam</p>[/et_pb_pricing_table]',
      '<p>$10</p> <ul><li>Dostęp</li><li><s>Bez reklam</s></li></ul>',
    ],
    [
      '[et_pb_counters][et_pb_counter percent="80"]Projektowanie[/et_pb_counter][/et_pb_counters]',
      'Projektowanie <p>80%</p>',
    ],
    ['[et_pb_number_counter title="Klientów" number="250" percent_sign="off"]', '<h3>Klientów</h3> <p>250</p>'],
    ['[et_pb_circle_counter title="Frekwencja" number="80"]', '<h3>Frekwencja</h3> <p>80%</p>'],
    [
      '[fusion_counters_box columns="3"][fusion_counter_box value="250" unit="%" unit_pos="suffix"]Klientów[/fusion_counter_box][/fusion_counters_box]',
      '<p>250%</p> Klientów',
    ],
    ['[fusion_progress percentage="80" unit="%"]Druk[/fusion_progress]', 'Druk <p>80%</p>'],
    [
      '[fusion_pricing_column title="Standard"][fusion_pricing_price currency="$" currency_position="left" price="15.55" time="monthly"][/fusion_pricing_price][/fusion_pricing_column]',
      '<h3>Standard</h3> <p>$15.55/monthly</p>',
    ],
    [
      '[fusion_pricing_row]Cecha A[/fusion_pricing_row][fusion_pricing_row]Cecha B[/fusion_pricing_row]',
      'Cecha A Cecha B',
    ],
    ['[vc_pie value="80" label_value="8 z 10" units="%"]', '<p>8 z 10</p>'],
    ["[av_team_member name='Anna' job='Fotografka']", '<h3>Anna</h3> <p>Fotografka</p>'],
    ['[mk_skill_meter title="Druk" percent="60"]', '<h3>Druk</h3> <p>60</p>'],
    ["[av_progress title='Druk' progress='70']", '<h3>Druk</h3> <p>70%</p>'],
    ["[av_animated_numbers number='100']Numerów[/av_animated_numbers]", '<p>100</p> Numerów'],
    ['Przed. [/vc_column][/vc_row]', 'Przed.'],
    ['Zajawka [vc_row full_width="stretch', 'Zajawka'],
  ])('%s', (written, html) => {
    expect(shown(written)).toBe(html)
  })

  test('leaves brackets and code of authors as they are', () => {
    const written = 'Tablica [a, b], przypis [2], [nazwa] i <pre><code>[vc_row]kod[/vc_row]</code></pre>'
    expect(withoutBuilders(`[vc_row]${written}[/vc_row]`, [])).toContain('<pre><code>[vc_row]kod[/vc_row]</code></pre>')
    expect(withoutBuilders(written, [])).toBe(
      'Tablica [a, b], przypis [2], [nazwa] i <pre><code>[vc_row]kod[/vc_row]</code></pre>',
    )
  })

  test('never writes a tag that an attribute holds', () => {
    const hostile =
      '[et_pb_blurb title="&quot;><script>zlo()</script>" image="https://a.example/x.jpg" onerror="zlo()"]a[/et_pb_blurb]'
    expect(withoutShortcodes(hostile, withoutLibrary([]))).not.toMatch(/<script>zlo\(\)<\/script>" image=.*<h3>/)
    expect(withoutShortcodes('[vc_custom_heading text="a `{`b`}` ``c``"]', withoutLibrary([]))).toContain(
      '<h3>a [b] &quot;c&quot;</h3>',
    )
  })

  test('names its images by numbers in a library', () => {
    const library = { ...withoutLibrary([]), gallery: () => [{ url: 'https://a.example/1.jpg', alt: 'Jeden' }] }
    expect(folded(withoutShortcodes('[vc_single_image image="7" img_size="full"]', library))).toBe(
      '<figure class="wp-block-image"><img src="https://a.example/1.jpg" alt="Jeden"/></figure>',
    )
  })

  test('is no word of an excerpt', () => {
    expect(
      renderedText(
        '<p>[vc_row full_width=&#8221;x&#8221;][vc_column_text] Treść, jak [sic] napisano. [/vc_column_text]',
      ),
    ).toBe('Treść, jak [sic] napisano.')
  })
})
