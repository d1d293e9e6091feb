// SPDX-License-Identifier: Apache-2.0
package dev.semel.verification.build;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.xpath.XPath;
import javax.xml.xpath.XPathConstants;
import javax.xml.xpath.XPathExpressionException;
import javax.xml.xpath.XPathFactory;
import org.w3c.dom.Document;
import org.w3c.dom.NodeList;

/** A POM of this repository, read as plain XML: what is written, before Maven inherits and fills in. */
record Pom(Document xml) {
    private static final XPath XPATH = XPathFactory.newDefaultInstance().newXPath();

    static Pom of(String folder) throws Exception {
        Path file = Path.of("..", folder, "pom.xml");
        return new Pom(
                DocumentBuilderFactory.newDefaultInstance().newDocumentBuilder().parse(file.toFile()));
    }

    String text(String xpath) {
        return texts(xpath).stream().findFirst().orElse("");
    }

    List<String> texts(String xpath) {
        try {
            NodeList nodes = (NodeList) XPATH.evaluate(xpath, xml, XPathConstants.NODESET);
            List<String> texts = new ArrayList<>();
            for (int i = 0; i < nodes.getLength(); i++) {
                texts.add(nodes.item(i).getTextContent().strip());
            }
            return texts;
        } catch (XPathExpressionException e) {
            throw new IllegalArgumentException(xpath, e);
        }
    }

    boolean published() {
        return !text("/project/properties/maven.deploy.skip").equals("true");
    }
}
