import { plural } from '../../plural.ts'
import type { SteeringTexts } from '../../steering.ts'

const instances = (n: number) =>
  plural('ru', n, { one: '# экземпляр', few: '# экземпляра', other: '# экземпляров' })

export const modify: SteeringTexts['modify'] = {
  title: (name) => `Изменение шагов: ${name}`,
  titleMany: (n) => `Изменение шагов, выбрано: ${instances(n)}`,
  hint: 'Выберите шаг на схеме или в списке и укажите, что с ним сделать. До подтверждения ничего не меняется.',
  step: 'Шаг',
  stepHint: 'Выберите шаг',
  activeSteps: 'Сейчас выполняются',
  otherSteps: 'Другие шаги',
  at: (name, n) => `${name} (${n})`,
  actions: (step) => `Что сделать с шагом «${step}»`,
  move: 'Перенести на…',
  restart: 'Начать заново',
  skip: 'Пропустить',
  cancel: 'Отменить этот шаг',
  add: 'Начать здесь',
  addMore: 'Начать здесь ещё раз',
  notHere: 'Здесь ничего нельзя начать: это начало, граничное событие или слияние.',
  moveTo: (step) => `Перенести «${step}» на`,
  moveHint: 'Выберите шаг, который начнётся вместо него',
  stopMoving: 'Не переносить',
  planned: 'Изменения',
  nothing: 'Изменений пока нет.',
  does: {
    add: (to) => `Начать «${to}»`,
    move: (from, to) => `Перенести «${from}» на «${to}»`,
    cancel: (from) => `Отменить «${from}»`,
    restart: (from) => `Начать заново «${from}»`,
    skip: (from) => `Пропустить «${from}»`,
  },
  way: 'Продолжить с',
  theWay: 'по схеме',
  remove: (change) => `Убрать: ${change}`,
  variables: 'Задать переменные',
  variablesSet: (n) =>
    plural('ru', n, {
      one: 'Задана # переменная',
      few: 'Заданы # переменные',
      other: 'Задано # переменных',
    }),
  leave: 'Оставить как есть',
  result: 'Предварительный просмотр',
  checking: 'Проверяем…',
  after: 'После этого экземпляр будет на шагах:',
  ends: 'После этого экземпляр будет завершён.',
  same: 'Шаги останутся прежними.',
  all: (n) => `Можно изменить все: ${instances(n)}.`,
  some: (n, all) => `Можно изменить ${n} из ${all}.`,
  refused: 'Эти изменить нельзя, они останутся как есть:',
  versions: 'Выбранные экземпляры идут по разным версиям; показана схема самой новой из них.',
  reason: 'Причина',
  reasonHint: 'Будет видна в ходе процесса и в журнале аудита.',
  confirm: 'Изменить шаги',
  confirmMany: (n) => `Изменить ${instances(n)}`,
  done: 'Шаги изменены.',
  doneMany: (n) =>
    plural('ru', n, {
      one: 'Изменён # экземпляр.',
      few: 'Изменены # экземпляра.',
      other: 'Изменено # экземпляров.',
    }),
  close: 'Закрыть',
}
