/** Shows values by pointer, touch and keyboard (BLOCK-27): a range with one Tab stop reads out the table. */
export function start(chart: HTMLElement): void {
  const drawing = chart.querySelector('svg')
  const marks = [...chart.querySelectorAll<SVGElement>('.chart-dot, .chart-slice')]
  const rows = [...chart.querySelectorAll<HTMLTableRowElement>('tbody tr')]
  if (!drawing || marks.length < 2 || marks.length !== rows.length) return
  const unit = /\(([^()]{1,80})\)$/.exec(chart.querySelector('thead th:last-child')?.textContent ?? '')?.[1]
  const words = rows.map(({ cells: [label, value] }) => {
    const number = [value?.textContent, unit].filter(Boolean).join('\u00a0')
    return `${label?.textContent}: ${number}`
  })
  const [box, range, tip] = [element('div'), element('input'), element('p')]
  box.className = 'chart-read'
  range.type = 'range'
  range.max = String(marks.length - 1)
  range.value = '0'
  range.ariaLabel = chart.querySelector('.chart-title')?.textContent ?? null
  tip.ariaHidden = 'true'
  tip.hidden = true
  drawing.replaceWith(box)
  box.append(drawing, range, tip)

  let read = 0
  let isPointed = false
  const show = (index: number): void => {
    read = index
    range.value = String(index)
    range.ariaValueText = words[index] ?? null
    for (const [at, mark] of marks.entries()) mark.classList.toggle('is-read', at === index)
    tip.textContent = words[index] ?? ''
    tip.hidden = false
    const [room, mark] = [box.getBoundingClientRect(), middleOf(marks[index])]
    const left = mark.x - room.left - tip.offsetWidth / 2
    tip.style.left = `${Math.max(0, Math.min(left, room.width - tip.offsetWidth))}px`
    tip.style.top = `${Math.max(0, mark.y - room.top - tip.offsetHeight - 12)}px`
  }
  const hide = (): void => {
    tip.hidden = true
    for (const mark of marks) mark.classList.remove('is-read')
  }
  const point = (event: PointerEvent): void => {
    const index = markAt(marks, event.clientX, event.clientY)
    if (index !== undefined) show(index)
  }
  range.ariaValueText = words[0] ?? null
  range.addEventListener('pointerdown', (event) => {
    isPointed = true
    point(event)
  })
  range.addEventListener('pointermove', point)
  range.addEventListener('pointerleave', () => document.activeElement !== range && hide())
  range.addEventListener('keydown', () => {
    isPointed = false
  })
  // A press would move the range's thumb.
  range.addEventListener('input', () => show(isPointed ? read : Number(range.value)))
  range.addEventListener('focus', () => show(read))
  range.addEventListener('blur', hide)
}

function element<Name extends keyof HTMLElementTagNameMap>(name: Name): HTMLElementTagNameMap[Name] {
  return document.createElement(name)
}

/** The slice under the pointer, or the dot nearest along the line. */
function markAt(marks: readonly SVGElement[], x: number, y: number): number | undefined {
  if (!marks[0]?.matches('.chart-dot')) {
    const under = document.elementsFromPoint(x, y)
    const index = marks.findIndex((mark) => under.includes(mark))
    return index === -1 ? undefined : index
  }
  const distances = marks.map((mark) => Math.abs(middleOf(mark).x - x))
  return distances.indexOf(Math.min(...distances))
}

/** Of a ring's slice: on the ring, not in the middle of its box. */
function middleOf(mark: SVGElement | undefined): { x: number; y: number } {
  if (mark instanceof SVGPathElement) {
    const place = mark.getPointAtLength(0).matrixTransform(mark.getScreenCTM() ?? undefined)
    return { x: place.x, y: place.y }
  }
  const { left, right, top } = mark?.getBoundingClientRect() ?? { left: 0, right: 0, top: 0 }
  return { x: (left + right) / 2, y: top }
}
