import { callOf } from '../../api.ts'

/** Not on plain http, and not in every browser. */
export const canPush = (): boolean =>
  isSecureContext && 'serviceWorker' in navigator && 'PushManager' in window

/** False if the person, or the browser in their name, says no. */
export async function subscribe(): Promise<boolean> {
  if ((await Notification.requestPermission()) !== 'granted') return false
  await navigator.serviceWorker.register('/push.js')
  const { pushManager } = await navigator.serviceWorker.ready
  // It may be of somebody who was signed in before, or of another key.
  await (await pushManager.getSubscription())?.unsubscribe()
  const { key } = await callOf('notifications', 'getPushKey')({})
  const made = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })
  const { endpoint = '', keys: { p256dh = '', auth = '' } = {} } = made.toJSON()
  await callOf('notifications', 'startPush')({ input: { endpoint, keys: { p256dh, auth } } })
  return true
}

export async function unsubscribe(): Promise<void> {
  await callOf('notifications', 'stopPush')({})
  const known = await navigator.serviceWorker.getRegistration()
  await (await known?.pushManager.getSubscription())?.unsubscribe()
}
