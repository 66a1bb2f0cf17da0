/** Pauses of background work; none of them keeps the process alive. */
export interface Alarm {
  /** @param canRing whether `ring` ends the pause */
  wait(milliseconds: number, canRing?: boolean): Promise<void>
  ring(): void
  /** Ends this pause and all later ones. */
  close(): void
  readonly isClosed: boolean
}

export function createAlarm(): Alarm {
  let isClosed = false
  let isRung = false
  let end = (_closing: boolean): void => {}
  return {
    get isClosed() {
      return isClosed
    },
    async wait(milliseconds, canRing = false) {
      if (isClosed || (canRing && isRung)) {
        isRung = false
        return
      }
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, milliseconds).unref()
        end = (closing) => {
          if (!closing && !canRing) return
          if (canRing) isRung = false
          clearTimeout(timer)
          resolve()
        }
      })
      end = () => {}
    },
    ring() {
      isRung = true
      end(false)
    },
    close() {
      isClosed = true
      end(true)
    },
  }
}
