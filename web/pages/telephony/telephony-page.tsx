import { Select, Text } from '@mantine/core'
import { IconPhoneOff } from '@tabler/icons-react'
import { useApi } from '../../api.ts'
import { useAddressState } from '../../components/address-state.ts'
import { Page } from '../../components/page.tsx'
import { Empty, Shown } from '../../components/states.tsx'
import { useTexts } from '../../texts/index.ts'
import { Bindings } from './bindings.tsx'

/** Whose phone rings: the extensions of each telephony module. */
export function TelephonyPage() {
  const t = useTexts()
  const { get, set } = useAddressState()
  const asked = useApi('telephony', 'modules', {})
  return (
    <Page
      title={t.frame.menu.telephony}
      below={
        <Text size="sm" c="dimmed">
          {t.telephony.makesNoCalls}
        </Text>
      }
    >
      <Shown of={asked}>
        {({ modules }) => {
          const module = modules.find(({ code }) => code === get('module')) ?? modules[0]
          if (!module) {
            return (
              <Empty icon={IconPhoneOff} title={t.telephony.none} hint={t.telephony.noneHint} />
            )
          }
          return (
            <>
              <Select
                label={t.telephony.module}
                data={modules.map(({ code, name, bindings }) => ({
                  value: code,
                  label: `${name} · ${t.telephony.count(bindings)}`,
                }))}
                value={module.code}
                onChange={(code) => set({ module: code })}
                allowDeselect={false}
                maw={320}
                mb="md"
              />
              <Bindings key={module.code} code={module.code} />
            </>
          )
        }}
      </Shown>
    </Page>
  )
}
