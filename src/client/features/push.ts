/** The server and this browser alone keep a subscription (PUSH-12). */

interface Words {
  turnOn: string
  turnOff: string
  on: string
  off: string
  blocked: string
  install: string
  unsupported: string
  failed: string
}

const API = '/api/push'

export function start(place: HTMLElement): void {
  const button = place.querySelector('button')
  const status = place.querySelector<HTMLElement>('[role=status]')
  const boxes = [...place.querySelectorAll<HTMLInputElement>('input')]
  if (!button || !status) return
  // The server wrote them.
  const words = JSON.parse(place.dataset.words ?? '{}') as Words
  const [turnOn, names] = [button.textContent ?? '', boxes.map(({ value }) => value)]
  let isOn = false
  const say = (text: string, isFailure = false): void => {
    status.classList.toggle('is-failure', isFailure)
    status.textContent = text
  }
  const show = (topics: readonly string[]): void => {
    isOn = names.some((name) => topics.includes(name))
    if (isOn) for (const box of boxes) box.checked = topics.includes(box.value)
    button.textContent = isOn ? words.turnOff : turnOn
  }
  const change = async (chosen: readonly string[]): Promise<void> => {
    const subscription = await subscribed(place.dataset.push ?? '')
    const remove = names.filter((name) => !chosen.includes(name))
    const topics = await send(subscription, { add: chosen, remove })
    if (topics.length === 0) await subscription.unsubscribe()
    show(topics)
    say(isOn ? words.on : words.off)
  }
  const act = async (work: () => Promise<void>): Promise<void> => {
    if (button.ariaDisabled) return
    button.ariaDisabled = 'true'
    try {
      await work()
    } catch {
      if (Notification.permission === 'denied') say(words.blocked, true)
      else say(words.failed, true)
    } finally {
      button.ariaDisabled = null
    }
  }
  if (!('PushManager' in window && 'Notification' in window && 'serviceWorker' in navigator)) {
    // Safari of iOS has them in installed apps only.
    button.onclick = () => say('standalone' in navigator ? words.install : words.unsupported)
    return
  }
  button.onclick = () =>
    act(async () => {
      if (isOn) return change([])
      const checked = boxes.filter((box) => box.checked).map(({ value }) => value)
      if ((await Notification.requestPermission()) !== 'granted') {
        return say(Notification.permission === 'denied' ? words.blocked : words.off, true)
      }
      await change(checked.length > 0 ? checked : names.slice(0, 1))
    })
  for (const box of boxes) {
    box.onchange = () => {
      const checked = boxes.filter((one) => one.checked).map(({ value }) => value)
      if (isOn) void act(() => change(checked))
    }
  }
  void known().then(show, () => {})
}

/** Without a subscription there is no request. */
async function known(): Promise<string[]> {
  const registration = await navigator.serviceWorker.getRegistration()
  const subscription = await registration?.pushManager.getSubscription()
  return subscription ? send(subscription, {}) : []
}

async function subscribed(publicKey: string): Promise<PushSubscription> {
  const { pushManager } = await navigator.serviceWorker.ready
  const before = await pushManager.getSubscription()
  if (before && keyOf(before) === publicKey) return before
  // Another pair of keys, or another program, gets no messages.
  await before?.unsubscribe()
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
}

function keyOf({ options }: PushSubscription): string {
  const bytes = new Uint8Array(options.applicationServerKey ?? [])
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}

/** @returns the browser's topics now */
async function send(subscription: PushSubscription, choice: object): Promise<string[]> {
  const response = await fetch(API, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...subscription.toJSON(), ...choice }),
  })
  if (!response.ok) throw new Error(String(response.status))
  const { topics } = (await response.json()) as { topics: string[] }
  return topics
}
