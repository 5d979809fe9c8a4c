import { expect, test } from 'vitest'
import { toInput, toValues } from './folder-values.ts'

test('a new folder numbers by a template, and what is not used is not sent', () => {
  expect(toInput({ ...toValues(undefined), name: 'Letters' })).toEqual({
    name: 'Letters',
    docflow: 'internal',
    registrationSettings: {
      templateEnabled: true,
      template: '{$__index}',
      minLength: 0,
      reserveEnabled: false,
      editAfterRegistration: false,
      useReleased: false,
      through: false,
      resetInPeriod: false,
    },
  })
})

test('shared numbers and numbers that begin anew are sent with their settings', () => {
  const values = {
    ...toValues(undefined),
    throughSerialId: 'serial',
    resetPeriod: 'year' as const,
    resetPeriodCount: 2,
  }

  expect(toInput(values).registrationSettings).toMatchObject({
    through: true,
    throughSerialId: 'serial',
    resetInPeriod: true,
    resetSettings: { resetPeriod: 'year', resetPeriodCount: 2 },
  })
})
