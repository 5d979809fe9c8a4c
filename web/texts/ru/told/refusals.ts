/** Why calls of programs are refused: what many operations say. */
export const refusals: Record<string, string> = {
  'this token does not have the scope "{scope}"': 'токену не разрешено «{scope}»',
  'this would grant more than the token itself may do: it is missing the scope {scopes}':
    'токен не может дать больше, чем разрешено ему самому: ему не разрешено {scopes}',
  'the right "{right}" on this {kind:noun} is required': 'нужно право «{right}»: {kind}',
  'the right "{right}" on {object} is required': 'нужно право «{right}» на {object}',
  'only administrators {may}': 'это могут только администраторы ({may})',
  '{kind:noun} not found: {id}': 'не найдено: {kind} {id}',
  'too many {what}': 'слишком много запросов ({what})',
  'the body is not valid UTF-8': 'тело запроса — не UTF-8',
  'field "{f}": {m:say}': 'поле «{f}»: {m}',
  'internal error': 'внутренняя ошибка',
}
