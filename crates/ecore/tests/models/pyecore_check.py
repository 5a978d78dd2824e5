"""What PyEcore makes of a folder of models: says it in JSON.

model.ecore is the base model, model.xmi and implementation.ecore the implementation model and its metamodel,
annotated.ecore the same model with annotations, and instances.xmi instances of it, which are written again to
again.xmi.
"""
import json
import sys
from os.path import exists, join

from pyecore.ecore import BadValueError, EClass, EDataType, EEnum, EObject
from pyecore.resources import URI, ResourceSet
from pyecore.resources.xmi import XMIOptions

FROM_TEXT = {
    'java.lang.Long': int,
    'java.lang.Double': float,
    'java.lang.Boolean': lambda text: text == 'true',
}


def packages(package):
    yield package
    for inner in package.eSubpackages:
        yield from packages(inner)


def load(resources, path):
    root = resources.get_resource(URI(path)).contents[0]
    for package in packages(root):
        resources.metamodel_registry[package.nsURI] = package
        for classifier in package.eClassifiers:
            if type(classifier) is EDataType and classifier.instanceClassName in FROM_TEXT:
                classifier.from_string = FROM_TEXT[classifier.instanceClassName]
    return root


def path_of(classifier):
    names = []
    while classifier.eContainer() is not None:
        names.insert(0, classifier.name)
        classifier = classifier.eContainer()
    return '/'.join(names)


def described(feature):
    return {
        'attribute': feature.is_attribute,
        'type': feature.eType.name,
        'lower': feature.lowerBound,
        'upper': feature.upperBound,
        'derived': feature.derived,
        'transient': feature.transient,
        'unsettable': feature.unsettable,
        'changeable': feature.changeable,
        'containment': feature.is_reference and feature.containment,
        'default': feature.defaultValueLiteral,
        'literals': [literal.name for literal in feature.eType.eLiterals] if isinstance(feature.eType, EEnum) else [],
    }


def wrong_value(feature):
    """A value that a feature must refuse; nothing where any will do."""
    if feature.is_reference:
        return EClass('Unrelated')()
    if isinstance(feature.eType, EEnum):
        return 'no such literal'
    wanted = feature.eType.eType
    if wanted is str:
        return 5
    return None if wanted is object else 'wrong'


def refuses(instance, feature):
    value = wrong_value(feature)
    # What is derived cannot be set at all.
    if value is None or feature.derived:
        return None
    try:
        if feature.many:
            getattr(instance, feature.name).append(value)
        else:
            setattr(instance, feature.name, value)
        return False
    except BadValueError:
        return True


def main(folder):
    answer = {'classes': {}, 'abstract': [], 'refused': 0, 'taken': []}
    resources = ResourceSet()
    root = load(resources, join(folder, 'model.ecore'))
    for package in packages(root):
        for classifier in package.eClassifiers:
            if not isinstance(classifier, EClass):
                continue
            answer['classes'][path_of(classifier)] = {
                'abstract': bool(classifier.abstract),
                'supertypes': [path_of(parent) for parent in classifier.eSuperTypes],
                'features': {feature.name: described(feature) for feature in classifier.eStructuralFeatures},
                'order': [feature.name for feature in classifier.eStructuralFeatures],
            }
            try:
                instance = classifier()
            except TypeError:
                answer['abstract'].append(path_of(classifier))
                continue
            for feature in classifier.eAllStructuralFeatures():
                verdict = refuses(instance, feature)
                if verdict:
                    answer['refused'] += 1
                elif verdict is False:
                    answer['taken'].append(f'{path_of(classifier)}.{feature.name}')

    annotated = ResourceSet().get_resource(URI(join(folder, 'annotated.ecore'))).contents[0]
    answer['annotated'] = sum(len(package.eClassifiers) for package in packages(annotated))

    metamodel = load(resources, join(folder, 'implementation.ecore'))
    implementation = resources.get_resource(URI(join(folder, 'model.xmi'))).contents[0]
    answer['implementation'] = {
        'functionSet': implementation.functionSet,
        'functionSetVersion': implementation.functionSetVersion,
        'types': [known.base.name for known in implementation.types],
        'features': [feature.base.name for known in implementation.types for feature in known.features],
        'aliases': [alias.base.name for alias in implementation.aliases],
        'nodes': sum(1 for _ in implementation.eAllContents()),
    }
    answer['metamodel'] = len(metamodel.eClassifiers)

    if exists(join(folder, 'instances.xmi')):
        instances = resources.get_resource(URI(join(folder, 'instances.xmi')))
        answer['instances'] = len(instances.contents)
        again = resources.create_resource(URI(join(folder, 'again.xmi')))
        again.extend(list(instances.contents))
        # Without this, what equals the first literal of an enumeration would not be written.
        again.save(options={XMIOptions.SERIALIZE_DEFAULT_VALUES: True})
    print(json.dumps(answer))


if __name__ == '__main__':
    main(sys.argv[1])
