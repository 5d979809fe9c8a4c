import { MultiSelect, type OptionsFilter, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { useApi } from '../../api.ts'
import { FormModal } from '../../components/form-modal.tsx'
import { useForm } from '../../components/use-form.tsx'
import { useTexts } from '../../texts/index.ts'
import { Results } from './results.tsx'
import { BY_NAME, type Subscriber, toFilter } from './subscribers.tsx'

const MOST = 30
const PAUSE = 150

/** Puts subscribers into a segment and says what became of each. */
export function AddSubscribers({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useTexts()
  const [chosen, setChosen] = useState(new Map<string, string>())
  const [text, setText] = useState('')
  const [asked] = useDebouncedValue(text.trim(), PAUSE)
  const { data } = useApi(
    'marketing',
    'listSubscribers',
    { input: { size: MOST, filter: toFilter(asked), sortExpressions: BY_NAME } },
    { keep: true },
  )
  const { change, modal } = useForm('marketing', 'addSubscribers', {
    values: {},
    request: () => ({
      params: { id },
      input: { ids: [...chosen.keys()], skipInvalid: true },
    }),
    onClose,
    onDone: () => undefined,
  })
  const found = (data?.result.result ?? []) as Subscriber[]
  const known = new Map([...found.map(({ __id, __name }) => [__id, __name] as const), ...chosen])
  if (change.data) {
    return (
      <Results
        results={change.data.results.map((each) => ({ ...each, name: chosen.get(each.id) ?? '' }))}
        onClose={onClose}
      />
    )
  }
  return (
    <FormModal
      {...modal}
      title={t.marketing.add}
      submit={t.marketing.add}
      isDisabled={chosen.size === 0}
    >
      <MultiSelect
        label={t.marketing.subscribers}
        data={[...known].map(([value, label]) => ({ value, label }))}
        value={[...chosen.keys()]}
        onChange={(ids) => setChosen(new Map(ids.map((each) => [each, known.get(each) ?? ''])))}
        searchable
        searchValue={text}
        onSearchChange={setText}
        // The server has searched already.
        filter={(({ options }) => options) as OptionsFilter}
        nothingFoundMessage={t.items.input.nothingFound}
        placeholder={chosen.size > 0 ? '' : t.items.input.search}
        hidePickedOptions
        clearable
        data-autofocus
      />
      <Text size="xs" c="var(--quiet)">
        {t.marketing.addHint}
      </Text>
    </FormModal>
  )
}
