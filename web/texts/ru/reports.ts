import type { Texts } from '../index.ts'
import { plural } from '../plural.ts'

export const reports: Texts['reports'] = {
  title: 'Отчёты',
  empty: 'Отчётов для вас пока нет.',
  emptyHint: 'Отчёты описываются в решениях; кому они доступны, решает администратор.',
  missing: 'Такого отчёта нет, или он вам недоступен.',
  parameters: 'Параметры',
  run: 'Сформировать',
  rows: (n) => plural('ru', n, { one: '# строка', few: '# строки', other: '# строк' }),
  noRows: 'В отчёте нет строк.',
  noRowsHint: 'Возможно, они найдутся при других параметрах.',
  export: 'Выгрузить в CSV',
  exported: 'Файл скачан.',
  chart: 'Диаграмма',
  table: 'Таблица',
  kinds: {
    none: 'Без диаграммы',
    area: 'Область',
    donut: 'Кольцо',
    bar: 'Столбцы',
    line: 'Линия',
    pie: 'Круговая',
  },
  along: 'Ось X',
  values: 'Значения',
  value: 'Значение',
  nothingToDraw: 'В этом отчёте нет чисел для диаграммы.',
  onlyFirst: (n) => `На диаграмме первые ${n} строк.`,
  others: 'Остальное',
  none: 'Нет',
  chartOf: (name) => `Диаграмма: ${name}`,
}
