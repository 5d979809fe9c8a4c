import { plural } from '../../plural.ts'
import type { SteeringTexts } from '../../steering.ts'

const instances = (n: number) =>
  plural('ru', n, { one: '# экземпляр', few: '# экземпляра', other: '# экземпляров' })

export const move: SteeringTexts['move'] = {
  title: (n) => `Перевод на версию ${n}`,
  hint: 'Это предварительный просмотр, ничего ещё не изменилось.',
  after: 'Результаты:',
  outcome: 'Результат',
  fine: 'можно перевести',
  later: 'как только остановится',
  already: 'уже на ней',
  checking: 'проверяем…',
  moved: 'переведён',
  queued: 'в очереди',
  mapping: 'Шаги, которых нет в новой версии',
  mapTo: (name) => `«${name}» — это теперь`,
  mapHint: 'Выберите шаг новой версии',
  suggested: (percent) => `Предложено: сходство ${percent} %`,
  timers: 'Таймеры',
  keep: 'Оставить их время',
  recompute: 'Отсчитать заново от этого момента по новой версии',
  queue: 'Занятые и с инцидентом: перевести, как только они остановятся',
  queueHint: 'Вам сообщат о тех, для которых это тогда не получится.',
  confirm: (n) => `Перевести ${instances(n)}`,
  done: (n) => `Переведено: ${instances(n)}.`,
  doneLater: (n) => `Ждут перевода: ${instances(n)}.`,
}
