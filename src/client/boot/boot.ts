/** What loads before a module's moment has a budget (PERF-1). */
import { type Load, MODULES, PARTS, type When } from '../modules.ts'
import { onClick } from './controls.ts'
import { whenIdle } from './deferred.ts'

const NEAR = '100%'

const started = new WeakMap<HTMLElement, Promise<boolean>>()

/** @returns false: the element stays as the server sent it */
async function start(element: HTMLElement, load: Load, event?: Event): Promise<boolean> {
  try {
    const module = await load()
    module.start(element, PARTS, event)
    return true
  } catch {
    return false
  }
}

/** The next event tries a failure again. */
function startOnce(element: HTMLElement, load: Load): Promise<boolean> {
  const running =
    started.get(element) ??
    start(element, load).then((isStarted) => {
      if (!isStarted) started.delete(element)
      else if (element.dataset.island) element.dataset.live = ''
      return isStarted
    })
  started.set(element, running)
  return running
}

function each(selector: string, act: (element: HTMLElement) => unknown): void {
  for (const element of document.querySelectorAll<HTMLElement>(selector)) act(element)
}

function startEach(selector: string, load: Load): void {
  each(selector, (element) => startOnce(element, load))
}

function listen(target: EventTarget, types: readonly string[], act: (event: Event) => unknown): void {
  for (const type of types) target.addEventListener(type, act)
}

/** Runs before elements' own listeners, for later elements too. */
function listenIn(selector: string, types: readonly string[], act: (element: HTMLElement, event: Event) => void): void {
  for (const type of types) {
    document.addEventListener(
      type,
      (event) => {
        const element = event.target instanceof Element ? event.target.closest<HTMLElement>(selector) : null
        if (element) act(element, event)
      },
      // Scrolling does not bubble.
      true,
    )
  }
}

function onContent(act: () => void): void {
  listen(window, ['szpalta:view', 'szpalta:updates'], act)
}

const pending = new WeakSet<HTMLFormElement>()

async function wake(element: HTMLElement, load: Load): Promise<boolean> {
  const validate = (isOwn: boolean): void => {
    for (const form of element.querySelectorAll<HTMLFormElement>('form[method=post]')) form.noValidate = isOwn
  }
  validate(true)
  const isStarted = await startOnce(element, load)
  validate(isStarted)
  return isStarted
}

/** Without the module the form posts as without a script. */
async function delaySubmit(element: HTMLElement, load: Load, event: Event): Promise<void> {
  const { target: form } = event
  if (!(form instanceof HTMLFormElement) || form.method !== 'post') return
  event.preventDefault()
  event.stopPropagation()
  if (pending.has(form)) return
  pending.add(form)
  if (await wake(element, load)) form.requestSubmit()
  else form.submit()
  pending.delete(form)
}

const NOTICED: Record<When, (selector: string, load: Load) => void> = {
  view: (selector, load) => onContent(() => startEach(selector, load)),
  near(selector, load) {
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) {
          if (isIntersecting && target instanceof HTMLElement) startOnce(target, load)
        }
      },
      { rootMargin: NEAR },
    )
    onContent(() => each(selector, (element) => observer.observe(element)))
  },
  idle: (selector, load) => whenIdle(() => startEach(selector, load)),
  open: (selector, load) => setTimeout(startEach, 20_000, selector, load),
  scrolled(selector, load) {
    const act = () => startEach(selector, load)
    if (scrollY > 0 || history.scrollRestoration === 'manual') act()
    else addEventListener('scroll', act, { once: true })
  },
  interaction: (selector, load) =>
    each(selector, (element) => {
      const act = () => startOnce(element, load)
      listen(window, ['scroll', 'pointerdown', 'keydown'], act)
      listen(element, ['reading-due', 'click'], act)
      if (scrollY > 0 || 'now' in element.dataset) act()
    }),
  saved(selector, load) {
    const act = () => startEach(selector, load)
    try {
      // The key is `SAVED_KEY`, whose module would load; an empty list is `[]`.
      if (localStorage.saved?.[2]) act()
    } catch {}
    listen(window, ['saved'], act)
  },
  hovered: (selector, load) => listenIn(selector, ['pointerover', 'focusin'], (element) => startOnce(element, load)),
  touched(selector, load) {
    const waiting = `${selector}:not([data-live])`
    listenIn(waiting, ['pointerdown', 'focusin'], (element) => wake(element, load))
    listenIn(waiting, ['submit'], (element, event) => delaySubmit(element, load, event))
  },
  used: (selector, load) => listenIn(selector, ['click', 'scroll'], (element, event) => start(element, load, event)),
  clicked: (selector, load) => onClick(selector, (element, event) => start(element, load, event)),
  followed: (selector, load) =>
    onClick<HTMLAnchorElement>(selector, async (link, event) => {
      event.preventDefault()
      if (!(await start(link, load, event))) location.assign(link.href)
    }),
}

for (const [selector, when, module] of MODULES) {
  if (when === 'now') each(selector, module)
  else NOTICED[when](selector, module)
}
