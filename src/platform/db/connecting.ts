/** `connect` of the driver's clients has two forms: with a callback, as pools call it, and without. */
export function inBothForms<T>(
  client: T,
  connected: Promise<void>,
  callback?: (error: Error) => void,
): Promise<T> | undefined {
  if (!callback) return connected.then(() => client)
  connected.then(() => callback(undefined as unknown as Error), callback)
  return undefined
}
