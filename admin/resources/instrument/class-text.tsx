import { useTranslate } from 'react-admin';

export function ClassText({ value }: { value: string }) {
  return <>{useTranslate()(`console.class.${value}`, { _: value })}</>;
}
