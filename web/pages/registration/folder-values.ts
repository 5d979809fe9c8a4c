import type { Folder } from './folders.ts'

type Settings = Folder['registrationSettings']

/** A folder as its form has it. */
export type Values = Pick<
  Settings,
  'templateEnabled' | 'template' | 'reserveEnabled' | 'editAfterRegistration' | 'useReleased'
> & {
  name: string
  docflow: Folder['docflow']
  throughSerialId: string | null
  resetPeriod: NonNullable<Settings['resetSettings']>['resetPeriod'] | null
  minLength: number | null
  resetPeriodCount: number | null
}

export function toValues(folder: Folder | undefined): Values {
  const settings = folder?.registrationSettings
  return {
    name: folder?.name ?? '',
    docflow: folder?.docflow ?? 'internal',
    templateEnabled: settings?.templateEnabled ?? true,
    template: settings?.template ?? '{$__index}',
    minLength: settings?.minLength ?? 0,
    reserveEnabled: settings?.reserveEnabled ?? false,
    editAfterRegistration: settings?.editAfterRegistration ?? false,
    useReleased: settings?.useReleased ?? false,
    throughSerialId: settings?.through ? settings.throughSerialId : null,
    resetPeriod: settings?.resetInPeriod ? (settings.resetSettings?.resetPeriod ?? null) : null,
    resetPeriodCount: settings?.resetSettings?.resetPeriodCount ?? 1,
  }
}

export function toInput(values: Values) {
  const { name, docflow, throughSerialId, resetPeriod, ...others } = values
  const { minLength, resetPeriodCount, ...settings } = others
  return {
    name,
    docflow,
    registrationSettings: {
      ...settings,
      minLength: minLength ?? 0,
      through: throughSerialId !== null,
      ...(throughSerialId && { throughSerialId }),
      resetInPeriod: resetPeriod !== null,
      ...(resetPeriod && {
        resetSettings: { resetPeriod, resetPeriodCount: resetPeriodCount ?? 1 },
      }),
    },
  }
}
