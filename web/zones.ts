const ZONES = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')]

/** The time zones that the browser knows, and the one that is chosen. */
export const zonesWith = (zone: string): string[] =>
  zone === '' || ZONES.includes(zone) ? ZONES : [zone, ...ZONES]

export const ownZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone
