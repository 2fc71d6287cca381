/** One page of each template. */
export const TEMPLATES = [
  ...['', 'machines?q=best+45+hp+tractor+under+8+lakh', 'machines/mahindra-575-di', 'used/1', 'classes/tractor'],
  ...['compare?slugs=mahindra-575-di,swaraj-744-fe,new-holland-3230-tx', 'used?near=141001&sort=distance_asc'],
  ...['shortlist?slugs=mahindra-575-di,jcb-3dx&used=1', 'makers/mahindra', 'implements/generic-mb-plough-2-bottom'],
  ...['developers', 'nowhere'],
]

/** Each template with the usual ways to ask for it. */
export const PAGES = [
  '',
  'machines',
  'machines?q=best+45+hp+tractor+under+8+lakh',
  'machines?q=used+mahindra+rotavator',
  'machines?machine_class=tractor&hp_min=41&hp_max=50&state=RJ',
  'machines?q=nothing-like-this-zz',
  'machines/mahindra-575-di',
  'machines/jcb-3dx?state=RJ',
  'compare',
  'compare?slugs=mahindra-575-di,swaraj-744-fe',
  'compare?slugs=mahindra-575-di,swaraj-744-fe,new-holland-3230-tx',
  'compare?slugs=mahindra-575-di,swaraj-744-fe,new-holland-3230-tx,john-deere-5050-d',
  'used',
  'used?state=PB&price_max=50000',
  'used?near=141001&sort=distance_asc',
  'used/1',
  'shortlist',
  'shortlist?slugs=mahindra-575-di,jcb-3dx&used=1',
  'machines?q=mahindra+575+under+2+lakh',
  'classes',
  'classes/tractor',
  'makers',
  'makers/mahindra',
  'implements',
  'implements/generic-mb-plough-2-bottom',
  'about',
  'developers',
  'nowhere',
]
